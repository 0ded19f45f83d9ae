// Why a debit failed, as the provider names it, in words; and whether another attempt can help.

/** again: the same mandate may work later. new-mandate: it never will. by-hand: not by mandate in this period. */
export type Remedy = 'again' | 'new-mandate' | 'by-hand'
export type Failure = { readonly words: string; readonly remedy: Remedy }

const ENDED = { words: 'Your mandate is no longer valid at your bank.', remedy: 'new-mandate' } as const
const LATER = { words: "Your bank's systems could not process the debit.", remedy: 'again' } as const
const OURS = { words: 'The debit did not fit your mandate.', remedy: 'by-hand' } as const

const FAILURES: Readonly<Record<string, Failure>> = {
  mandate_cancelled: { words: 'The mandate was cancelled at your bank.', remedy: 'new-mandate' },
  mandate_expired: { words: 'Your mandate has expired.', remedy: 'new-mandate' },
  mandate_not_active: ENDED,
  invalid_token: ENDED,
  umn_does_not_exist_payer: ENDED,
  bank_account_invalid: { words: 'The bank account is not valid any more.', remedy: 'new-mandate' },
  debit_instrument_blocked: { words: 'Your bank has blocked this card or account.', remedy: 'new-mandate' },
  debit_declined: { words: 'Your bank declined the debit.', remedy: 'new-mandate' },
  remitter_account_dormant: { words: 'Your bank account is dormant.', remedy: 'new-mandate' },
  transaction_not_allowed: { words: 'Your bank does not allow this debit.', remedy: 'new-mandate' },
  insufficient_funds: { words: 'There was not enough money in your account.', remedy: 'again' },
  mandate_paused: { words: 'The mandate is paused in your bank or UPI app.', remedy: 'again' },
  mpin_not_set_by_customer: { words: 'No UPI PIN is set for your account.', remedy: 'again' },
  payer_account_has_changed: { words: 'Your bank account has changed.', remedy: 'again' },
  limit_exceeded_remitting_bank: { words: "Your account's limit was reached.", remedy: 'again' },
  amount_does_not_match_mandate_amount: OURS,
  mandate_debit_beyond_psp_amount_cap: OURS,
  execution_day_rule_mismatch: OURS,
  mandate_current_cycle_allowed_debit_exceeds: {
    words: 'Your bank allows no further debit by this mandate now.',
    remedy: 'by-hand',
  },
  pre_debit_notification_not_sent: { words: 'Your bank has not sent you its notice.', remedy: 'again' },
  notice_failed: { words: 'Your bank could not send you its notice of the debit.', remedy: 'again' },
  bank_technical_error: LATER,
  gateway_technical_error: LATER,
  bank_not_available: LATER,
  psp_timeout: LATER,
  payment_timed_out: LATER,
}

/** What the provider does not name in its documentation may pass by itself. */
export function failureOf(reason: string | null): Failure {
  const named = Object.entries(FAILURES).find(([name]) => reason === name || reason?.includes(name))
  if (named) return named[1]
  if (reason?.includes('exceeds maximum amount')) return OURS
  return { words: 'Your bank did not make the debit.', remedy: 'again' }
}
