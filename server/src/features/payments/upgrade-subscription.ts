import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { PaymentOrder, upgradeSubscription as spec } from '@trading-bot/contract/rest/subscriptions'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/client.ts'
import type { Verb } from '../../http/bind-route.ts'
import type { Context } from '../../http/context.ts'
import {
  beginMoneyTurn,
  compareToCurrent,
  findOffer,
  findSubscription,
  findValid,
  followPlan,
  type PlanOffer,
  type SubscriptionRow,
  subscriptionView,
  switchPlan,
} from '../subscriptions/index.ts'
import { applyCapture } from './apply-capture.ts'
import { openOrder, upgradeTarget } from './create-order.ts'
import { simulatedCapture } from './simulated-capture.ts'

/** Simulated money is captured within the call; with a real provider the order to pay comes back. */
export const upgradeSubscription: Verb<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  if (!context.payments) return refuse('PAYMENTS_NOT_CONFIGURED')
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const offer = await findOffer(tx, input, input.billing_cycle)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await beginMoneyTurn(tx, actor.userId, now)
    const valid = await findValid(tx, actor.userId, now)
    if (!valid) return refuse('NO_SUBSCRIPTION')
    const comparison = await compareToCurrent(tx, valid, offer)
    if (comparison === 'same') return refuse('SAME_PLAN')
    if (comparison === 'cheaper') return refuse('NOT_DEARER')
    const order = await upgrade(tx, context, valid, offer)
    if (order instanceof Refusal) return order
    await recordAudit(tx, context, {
      action: order ? 'subscription.upgrade-ordered' : 'subscription.upgraded',
      subject: { kind: 'subscription', id: valid.id },
      before: { plan_id: valid.plan_id, bot_plan_id: valid.bot_plan_id },
      after: { plan_id: offer.planId, bot_plan_id: offer.botPlanId },
    })
    const changed = (await findSubscription(tx, valid.id)) ?? valid
    const message = order ? 'Pay the difference to complete the upgrade.' : 'Subscription upgraded successfully!'
    return { message, subscription: await subscriptionView(tx, changed, now), order }
  })
}

/** The order that is still to be paid, or null when the change has happened. */
async function upgrade(
  tx: Tx,
  context: Context,
  valid: SubscriptionRow,
  offer: PlanOffer,
): Promise<PaymentOrder | null | Refusal> {
  const now = context.clock.now()
  const target = await upgradeTarget(tx, valid, offer, now)
  if (target instanceof Refusal) {
    if (target.code !== 'NOTHING_TO_PAY') return target
    const changed = await switchPlan(tx, valid, { choice: offer, cycle: offer.cycle, offer, paid: undefined }, now)
    await followPlan(tx, changed, offer, now)
    return null
  }
  const order = await openOrder(tx, context, target, now)
  if (order instanceof Refusal || !order.is_simulated) return order
  await applyCapture(tx, context, order.payment_id, simulatedCapture(order.payment_id, BigInt(order.amount)))
  return null
}
