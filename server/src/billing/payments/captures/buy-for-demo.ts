import { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Deps } from '../../../platform/http/context.ts'
import { lockBilling, findOffer, preparePurchase } from '../../subscriptions/index.ts'
import { applyCapture } from './apply-capture.ts'
import { recordOrder } from '../orders/record-order.ts'
import { simulatedCapture } from './simulated-capture.ts'

const CAPITAL_RUPEES = 200_000

/** Buys the demo user's plan the way every user does; does nothing for a user who has had one. */
export async function buyForDemo(deps: Deps, username: string, planName: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const user = await tx.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
    const plan = await tx.selectFrom('bot_plans').select('id').where('name', '=', planName).executeTakeFirst()
    if (!user || !plan) return
    await lockBilling(tx, user.id, now)
    const earlier = await tx.selectFrom('subscriptions').select('id').where('user_id', '=', user.id).executeTakeFirst()
    const offer = await findOffer(tx, { bot_plan_id: plan.id }, undefined)
    if (earlier || !offer) return
    const subscription = await preparePurchase(tx, user.id, offer, { capital_amount: CAPITAL_RUPEES }, now)
    if (subscription instanceof Refusal) return
    const target = { subscription, purpose: 'purchase' as const, offer, duePaise: offer.chargePaise }
    const order = await recordOrder(tx, deps, target, now)
    if (order instanceof Refusal || !order.is_simulated) return
    await applyCapture(tx, deps, order.id, simulatedCapture(order.id, BigInt(order.amount_paise)))
  })
}
