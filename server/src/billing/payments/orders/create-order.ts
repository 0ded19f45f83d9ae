import type { createOrder as spec } from '@trading-bot/contract/rest/billing/payments'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { saveGstState } from '../../../accounts/auth/index.ts'
import { findOffer, lockBilling, type PlanOffer, preparePurchase } from '../../subscriptions/index.ts'
import { findDue } from './find-due.ts'
import { placeOrder } from './place-order.ts'
import { recordOrder, type Target } from './record-order.ts'
import { withCoupon } from './with-coupon.ts'

export const createOrder: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  if (!context.payments) return refuse('PAYMENTS_NOT_CONFIGURED')
  const recorded = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const offer = await findOffer(tx, input, input.billing_cycle)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await lockBilling(tx, actor.userId, now)
    if (input.gst_state) {
      const disagreement = await saveGstState(tx, actor.userId, input.gst_state, now)
      if (disagreement) return disagreement
    }
    const target = await chooseTarget(tx, actor.userId, offer, input.renew === true, now)
    const priced = target instanceof Refusal ? target : await withCoupon(tx, target, actor.userId, input, now)
    return priced instanceof Refusal ? priced : recordOrder(tx, context, priced, now)
  })
  const order = recorded instanceof Refusal ? recorded : await placeOrder(context, recorded)
  return order instanceof Refusal ? order : { data: order }
}

async function chooseTarget(
  tx: Tx,
  userId: string,
  offer: PlanOffer,
  isRenewal: boolean,
  now: Date,
): Promise<Target | Refusal> {
  const due = await findDue(tx, userId, offer, isRenewal, now)
  if (due instanceof Refusal) return due
  const { valid, ...terms } = due
  const subscription = valid ?? (await preparePurchase(tx, userId, offer, {}, now))
  return subscription instanceof Refusal ? subscription : { subscription, ...terms }
}
