import { refuse, Refusal } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import { readCredit } from '../../ledger/index.ts'
import {
  amountDue,
  atRenewalPrice,
  compareToCurrent,
  findValid,
  hasPeriodAhead,
  isNearItsEnd,
  isSamePlan,
  listOpenPeriods,
  type PlanOffer,
  type SubscriptionRow,
} from '../../subscriptions/index.ts'
import { isDebitUnderWay } from '../payment-ports.ts'
import { chargedForUpgrade } from './quotes.ts'
import type { Target } from './record-order.ts'

/** What an order for this plan would charge this user now, and for what, without beginning anything. */
export async function findDue(tx: Tx, userId: string, offer: PlanOffer, isRenewal: boolean, now: Date) {
  const credit = await readCredit(tx, userId)
  const valid = await findValid(tx, userId, now)
  const duePaise = atLeastARupee(amountDue(offer, credit))
  if (!valid) return { valid, offer, purpose: 'purchase' as const, duePaise }
  if (isSamePlan(offer, valid)) {
    if (!isRenewal && !isNearItsEnd(valid.end_at, now)) return refuse('ALREADY_SUBSCRIBED')
    // One period in advance at most, so that a second click or a second tab never pays twice.
    if (valid.end_at && (await isDebitUnderWay.ask(tx, valid.id, valid.end_at))) return refuse('DEBIT_UNDER_WAY')
    if (hasPeriodAhead(await listOpenPeriods(tx, valid.id), now)) return refuse('ALREADY_RENEWED')
    const renewed = await atRenewalPrice(tx, valid, offer)
    const renewalPaise = atLeastARupee(amountDue(renewed, credit))
    return { valid, offer: renewed, purpose: 'renewal' as const, duePaise: renewalPaise }
  }
  if ((await compareToCurrent(tx, valid, offer)) !== 'dearer') return refuse('NOT_DEARER')
  const charged = await chargedForUpgrade(tx, valid, offer, now)
  if (charged instanceof Refusal) return charged
  if (charged.duePaise === 0n) return refuse('NOTHING_TO_PAY')
  return { valid, offer, purpose: 'upgrade' as const, ...charged }
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
