import {
  type Mandate,
  MANDATE_METHOD_LABELS,
  type RenewalPanel,
  type SimulatedOutcome,
} from '@trading-bot/contract/rest/billing/renewals'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate } from '../../../lib/format.ts'

/** "UPI Autopay (HDFC, 4242)" */
export function nameOf({ method, bank, account_hint }: Mandate): string {
  const details = [bank, account_hint].filter((part) => part !== null).join(', ')
  return details ? `${MANDATE_METHOD_LABELS[method]} (${details})` : MANDATE_METHOD_LABELS[method]
}

export function isUsable({ mandate }: RenewalPanel): boolean {
  return mandate?.state === 'confirmed' || mandate?.state === 'paused'
}

/** A debit has failed, and the next one is announced. */
export function isTriedAgain({ renewal }: RenewalPanel): boolean {
  const states = renewal?.state === 'open' ? renewal.attempts.map(({ state }) => state) : []
  return states.at(-1) === 'announced' && states.includes('failed')
}

/** How the plan goes on, in one sentence. */
export function renewalSentence(panel: RenewalPanel): string {
  const { mandate, renewal, next_debit, auto_renew, is_trial } = panel
  const last = renewal?.attempts.at(-1)
  if (renewal?.state === 'by_hand') return 'The next period needs your approval: pay it with "Renew now".'
  if (renewal?.state === 'failed') return `${renewal.reason ?? 'The debit failed.'} There will be no further attempt.`
  if (renewal?.state === 'open' && last?.state === 'debiting')
    return 'Your bank is processing the debit. That can take a day or two.'
  if (renewal?.state === 'open' && last?.state === 'failed')
    return `${last.failure ?? 'The debit failed.'} The next attempt is announced within the hour.`
  const failure = renewal?.attempts.findLast(({ state }) => state === 'failed')?.failure
  if (isTriedAgain(panel) && failure && next_debit)
    return `${failure} The next attempt is on ${formatDate(next_debit.at)} or shortly after.`
  if (mandate?.state === 'initiated') return 'Approved. Your bank confirms it within a day or two.'
  if (mandate?.state === 'paused') return 'You have paused it in your bank or UPI app. Resume it there to renew.'
  if (mandate?.state === 'confirmed' && !auto_renew) return 'Renewal is off: nothing is debited.'
  if (next_debit && is_trial)
    return 'Your trial turns into the plan. We tell you three days and one day before it ends.'
  if (next_debit) return 'Your plan renews by itself. We tell you of each debit at least a day before.'
  if (mandate?.state === 'confirmed') return 'The next period is paid.'
  if (mandate?.state === 'rejected') return mandate.reason ?? 'Your bank did not accept the mandate.'
  if (is_trial) return 'Without automatic payments your trial ends by itself, and nothing is debited.'
  return 'Without automatic payments your plan ends unless you renew it by hand.'
}

export function renewalFacts({ mandate, next_debit }: RenewalPanel): readonly (readonly [string, string])[] {
  const debit = next_debit && [
    ['Next debit', `${formatDate(next_debit.at)} or shortly after`] as const,
    ['Amount', amountParts(next_debit)] as const,
  ]
  if (mandate?.state !== 'confirmed' && mandate?.state !== 'paused' && mandate?.state !== 'initiated') return []
  return [
    ...(debit ?? []),
    ['From', nameOf(mandate)],
    ['At most per debit', formatRupees(mandate.max_amount)],
    ['Mandate ends', formatDate(mandate.expires_at)],
  ]
}

function amountParts({ amount, price, credit }: NonNullable<RenewalPanel['next_debit']>): string {
  return credit > 0
    ? `${formatRupees(amount)} (${formatRupees(price)} less ${formatRupees(credit)} credit)`
    : formatRupees(amount)
}

export const OUTCOME_LABELS: Readonly<Record<SimulatedOutcome, string>> = {
  none: 'Everything works',
  declined: 'The bank declines it',
  insufficient_balance: 'First debit: too little money',
  revoked_at_bank: 'First debit: revoked at the bank',
  notice_refused: 'First notice cannot be sent',
  late_webhook: 'Late messages',
  double_webhook: 'Every message twice',
  out_of_order: 'Messages out of order',
}
