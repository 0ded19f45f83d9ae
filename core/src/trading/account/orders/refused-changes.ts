// Changes that were not made: refused at once, rejected by the exchange after the broker's acknowledgement, or asked for
// and never seen. Repeating one in haste spends the calls that its owner's close and the exits need.

import { indiaDayNumber, SECOND_MS } from '../../../time.ts'
import type { Quantity, Token } from '../../../units.ts'
import type { ChangeRefusals, LiveOrder } from '../state/live-order.ts'
import { type ManagedAccount, symbolOf } from '../state/managed-account.ts'
import { notifyOwner } from '../state/want.ts'

const PAUSES_MS = [1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS)
const TOLD_AFTER = 2
// Repeats leave this many of the hour's calls to exits, cancellations and the owner.
const CALLS_KEPT = 200

export function noteRefusal(
  account: ManagedAccount,
  order: LiveOrder,
  { isExit, reason }: Pick<ChangeRefusals, 'isExit' | 'reason'>,
): void {
  const nowMs = account.context.nowMs
  if (isAboutFreeze(reason)) learnFreeze(account, order.token, order.quantity)
  const times = order.refusals?.isExit === isExit ? order.refusals.times + 1 : 1
  const pauseMs = PAUSES_MS[Math.min(times, PAUSES_MS.length) - 1]!
  order.refusals = {
    isExit,
    reason,
    quantity: order.quantity,
    mostAsked: Math.max(order.refusals?.mostAsked ?? 0, order.quantity),
    times,
    untilMs: nowMs + pauseMs,
    atPaise: account.context.lastPaise.get(order.token) ?? null,
  }
  if (times !== TOLD_AFTER) return
  const symbol = symbolOf(account, order.token)
  const sentence = `The exchange does not take a change of the bot’s order for ${symbol}. What rests there stays, and the bot tries another way. (${reason})`
  notifyOwner(account, 'STOP_REFUSED', sentence)
}

/** When the change may be asked for again; 0 for now. */
export function repeatAtMs(account: ManagedAccount, refusals: ChangeRefusals | null): number {
  if (refusals === null) return 0
  const nowMs = account.context.nowMs
  if (account.orderRateLimiter.left(nowMs) < CALLS_KEPT) return nowMs + PAUSES_MS.at(-1)!
  return refusals.untilMs > nowMs ? refusals.untilMs : 0
}

/** Another order at the same price would be refused as well. */
export function isAboutPrice({ reason }: Pick<ChangeRefusals, 'reason'>): boolean {
  return /price range|price band|circuit|\bDPR\b|\bLPP\b|16284/i.test(reason)
}

/** The broker's risk system lets nothing pass for a while: an order in the place of this one may be refused as well. */
export function isAboutRisk({ reason }: Pick<ChangeRefusals, 'reason'>): boolean {
  return /^RMS\b/i.test(reason) && !isAboutFreeze(reason)
}

/** Too many shares for one order at the exchange. */
export function isAboutFreeze(reason: string): boolean {
  return /freeze/i.test(reason)
}

/** The exchange did not take so many shares in one order: until the day's end no entry is sent with more than half. */
export function learnFreeze({ context }: ManagedAccount, token: Token, refused: Quantity): void {
  const { freezes, nowMs } = context
  const dayNumber = indiaDayNumber(nowMs)
  const known = freezes.get(token)
  const most = Math.max(1, Math.floor(refused / 2))
  freezes.set(token, { dayNumber, most: known?.dayNumber === dayNumber ? Math.min(known.most, most) : most })
}
