import type { CallInput } from '@trading-bot/contract/rest/call'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { upgradeSubscription as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import {
  lockBilling,
  compareToCurrent,
  findOffer,
  findSubscription,
  findValid,
  followPlan,
  type PlanOffer,
  type SubscriptionRow,
  subscriptionView,
  switchPlan,
} from '../../subscriptions/index.ts'
import { applyCapture } from './apply-capture.ts'
import { upgradeTarget } from '../orders/find-due.ts'
import { withCoupon } from '../orders/with-coupon.ts'
import type { PaymentRow } from '../payment-store.ts'
import { placeOrder } from '../orders/place-order.ts'
import { recordOrder } from '../orders/record-order.ts'
import { simulatedCapture } from './simulated-capture.ts'

type Upgrade = { readonly subscriptionId: string; readonly toPay: PaymentRow | null }

/** Simulated payments are captured within the call; with a real provider the order to pay is returned. */
export const upgradeSubscription: UseCase<typeof spec> = async (context, input) => {
  const { db, clock } = context
  if (!context.payments) return refuse('PAYMENTS_NOT_CONFIGURED')
  const outcome = await db.transaction().execute((tx) => recordUpgrade(tx, context, input))
  if (outcome instanceof Refusal) return outcome
  const order = outcome.toPay && (await placeOrder(context, outcome.toPay))
  if (order instanceof Refusal) return order
  const subscription = await findSubscription(db, outcome.subscriptionId)
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  const message = order ? 'Pay the difference to complete the upgrade.' : 'Subscription upgraded successfully!'
  return { message, subscription: await subscriptionView(db, subscription, clock.now()), order }
}

async function recordUpgrade(
  tx: Tx,
  context: Context<'signed-in'>,
  input: CallInput<typeof spec>,
): Promise<Upgrade | Refusal> {
  const now = context.clock.now()
  const { userId } = context.actor
  const offer = await findOffer(tx, input, input.billing_cycle)
  if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
  await lockBilling(tx, userId, now)
  const valid = await findValid(tx, userId, now)
  if (!valid) return refuse('NO_SUBSCRIPTION')
  const comparison = await compareToCurrent(tx, valid, offer)
  if (comparison === 'same') return refuse('SAME_PLAN')
  if (comparison === 'cheaper') return refuse('NOT_DEARER')
  const toPay = await upgrade(tx, context, valid, offer, input)
  if (toPay instanceof Refusal) return toPay
  await recordAudit(tx, context, {
    action: toPay ? 'subscription.upgrade-ordered' : 'subscription.upgraded',
    subject: { kind: 'subscription', id: valid.id },
    before: { plan_id: valid.plan_id, bot_plan_id: valid.bot_plan_id },
    after: { plan_id: offer.planId, bot_plan_id: offer.botPlanId },
  })
  return { subscriptionId: valid.id, toPay }
}

/** The order that is still to be paid, or null when the change has been made. */
async function upgrade(
  tx: Tx,
  context: Context,
  valid: SubscriptionRow,
  offer: PlanOffer,
  input: CallInput<typeof spec>,
): Promise<PaymentRow | null | Refusal> {
  const now = context.clock.now()
  const target = await upgradeTarget(tx, valid, offer, now)
  if (target instanceof Refusal) {
    if (target.code !== 'NOTHING_TO_PAY') return target
    const changed = await switchPlan(tx, valid, { choice: offer, cycle: offer.cycle, offer, paid: undefined }, now)
    await followPlan(tx, { former: valid, changed }, offer, now)
    return null
  }
  const priced = await withCoupon(tx, target, valid.user_id, input, now)
  if (priced instanceof Refusal) return priced
  const order = await recordOrder(tx, context, priced, now)
  if (order instanceof Refusal || !order.is_simulated) return order
  await applyCapture(tx, context, order.id, simulatedCapture(order.id, BigInt(order.amount_paise)))
  return null
}
