import type { createOrder as spec } from '@trading-bot/contract/rest/billing/payments'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { saveGstState } from '../../../accounts/auth/index.ts'
import { readCredit } from '../../ledger/index.ts'
import {
  amountDue,
  lockBilling,
  compareToCurrent,
  findOffer,
  findValid,
  hasPeriodAhead,
  isNearItsEnd,
  isSamePlan,
  listOpenPeriods,
  type PlanOffer,
  preparePurchase,
  type SubscriptionRow,
} from '../../subscriptions/index.ts'
import { isDebitUnderWay } from '../payment-ports.ts'
import { withCoupon } from './with-coupon.ts'
import { placeOrder } from './place-order.ts'
import { chargedForUpgrade } from './quotes.ts'
import { recordOrder, type Target } from './record-order.ts'

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

/** What an order for this plan would charge this user now, and for what. */
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
  return subscription instanceof Refusal ? subscription : { subscription, offer, ...terms }
}

/** The same without beginning anything. */
export async function findDue(tx: Tx, userId: string, offer: PlanOffer, isRenewal: boolean, now: Date) {
  const credit = await readCredit(tx, userId)
  const valid = await findValid(tx, userId, now)
  const duePaise = atLeastARupee(amountDue(offer, credit))
  if (!valid) return { valid, purpose: 'purchase' as const, duePaise }
  if (isSamePlan(offer, valid)) {
    if (!isRenewal && !isNearItsEnd(valid.end_at, now)) return refuse('ALREADY_SUBSCRIBED')
    // One period in advance at most, so that a second click or a second tab never pays twice.
    if (valid.end_at && (await isDebitUnderWay.ask(tx, valid.id, valid.end_at))) return refuse('DEBIT_UNDER_WAY')
    if (hasPeriodAhead(await listOpenPeriods(tx, valid.id), now)) return refuse('ALREADY_RENEWED')
    return { valid, purpose: 'renewal' as const, duePaise }
  }
  if ((await compareToCurrent(tx, valid, offer)) !== 'dearer') return refuse('NOT_DEARER')
  const charged = await chargedForUpgrade(tx, valid, offer, now)
  if (charged instanceof Refusal) return charged
  if (charged.duePaise === 0n) return refuse('NOTHING_TO_PAY')
  return { valid, purpose: 'upgrade' as const, ...charged }
}

export async function upgradeTarget(
  tx: Tx,
  valid: SubscriptionRow,
  offer: PlanOffer,
  now: Date,
): Promise<Target | Refusal> {
  const charged = await chargedForUpgrade(tx, valid, offer, now)
  if (charged instanceof Refusal) return charged
  if (charged.duePaise === 0n) return refuse('NOTHING_TO_PAY')
  return { subscription: valid, purpose: 'upgrade', offer, ...charged }
}

// A purchase always has an order, so that only a payment can activate it.
function atLeastARupee(paise: bigint): bigint {
  return paise < 100n ? 100n : paise
}
