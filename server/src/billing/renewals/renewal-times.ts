import { DAY_MS } from '@trading-bot/core/time'

const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000

export const MOST_ATTEMPTS = 3

/** How long before the end it begins: UPI answers within a day and a half, cards and bank accounts take up to three. */
export function leadMs(method: string): number {
  return method === 'upi' ? 3 * DAY_MS : 5 * DAY_MS
}

/**
 * The age of a notice when the bank may be asked: at least a day (RBI, e-mandate framework of 21 April 2026); for cards
 * the provider asks for 36 hours and 5 minutes.
 */
export function noticeMs(method: string): number {
  return method === 'card' ? 36 * HOUR_MS + 5 * MINUTE_MS : DAY_MS
}

/** A notice that nobody has confirmed by then was not given; nothing has been asked of the bank. */
export const NOTICE_LIMIT_MS = 2 * DAY_MS
/** Until the provider is asked what became of a debit that no webhook has told of. */
export const LOOK_AGAIN_MS = 6 * HOUR_MS
/** A request without an answer: by then the provider lists its payment, or has not received it. */
export const UNANSWERED_MS = 10 * MINUTE_MS
export const TRY_AGAIN_MS = 5 * MINUTE_MS
/** Between a final failure and the next notice. */
export const NEXT_ATTEMPT_MS = HOUR_MS
/** How long a paused mandate is waited for after the end. */
export const PAUSED_LIMIT_MS = 2 * DAY_MS
export const PAUSED_LOOK_MS = 6 * HOUR_MS
