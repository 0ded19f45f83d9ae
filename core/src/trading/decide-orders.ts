import { checkEntry } from '../risk/check-entry.ts'
import type { DenialCode } from '../risk/denial.ts'
import { partOf, type PositionPart } from '../risk/position-part.ts'
import type { Share } from '../risk/share.ts'
import { sharesFor } from '../risk/shares-for.ts'
import { sizePosition } from '../risk/size-position.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../strategies/signal.ts'
import { MINUTE_MS } from '../time.ts'
import type { Paise } from '../units.ts'
import { netFigures } from './net-figure.ts'
import type { EntryPrices } from './order-terms.ts'
import { capitalOfSide, openValuePaise, type Side, type Slot, type TradingAccount } from './trading-account.ts'

/** Shares, or a share of the capital, that the strategy names; null sizes the entry by the available capital. */
export type NamedSize = number | Share | null

/** A strategy's signal at the close of a bar. */
export type Decision = {
  readonly signal: number
  readonly closePaise: Paise
  /** Start of the bar, or of its last minute. */
  readonly timeMs: number
  /** End of the bar, when the decision is made. */
  readonly closedAtMs: number
  readonly size?: NamedSize
  readonly prices?: EntryPrices | null
  /** The part of the position that an exit closes; null closes all of it. */
  readonly part?: PositionPart | null
}

/** Turns a signal at a bar close into the slot's pending exit and entry, or records the denial. */
export function decideOrders(account: TradingAccount, slot: Slot, decision: Decision): void {
  const { signal } = decision
  const [exit, reversal] = slot.side === 1 ? [EXIT_LONG, ENTER_SHORT] : [EXIT_SHORT, ENTER_LONG]
  if (slot.side !== 0 && (signal & reversal) !== 0) slot.pendingExit ??= 'SIGNAL'
  else if (slot.side !== 0 && (signal & exit) !== 0) decideExit(slot, decision.part ?? null)
  const wanted: Side = (signal & ENTER_LONG) !== 0 ? 1 : (signal & ENTER_SHORT) !== 0 ? -1 : 0
  if (wanted !== 0 && wanted !== slot.side) decideEntry(account, slot, wanted, decision)
}

/** Parts add up: what has not left yet goes on leaving. */
function decideExit(slot: Slot, part: PositionPart | null): void {
  if (slot.pendingExit !== null) return
  const { quantity, instrument } = slot
  const leaving = part === null ? quantity : slot.pendingPart + partOf(part, quantity, instrument.lotSize)
  if (leaving >= quantity) slot.pendingExit = 'SIGNAL'
  else slot.pendingPart = leaving
}

function decideEntry(account: TradingAccount, slot: Slot, side: Side, decision: Decision): void {
  const { closePaise, closedAtMs: atMs, size: named = null, prices = null } = decision
  const { rules } = account
  const { limits } = rules
  const { session, instrument } = slot
  const denial = entryDenial(account, slot, decision)
  if (denial !== null || session === null) return rules.onDenial(denial ?? 'MARKET_CLOSED', instrument.symbol, atMs)
  const capital = capitalOfSide(account, side)
  // A reversal closes the old position at the same open, so its capital is available again.
  const returnsPaise = slot.side !== 0 && capitalOfSide(account, slot.side) === capital ? slot.entryValuePaise : 0
  const freePaise = capital.capitalPaise + capital.realisedPaise - capital.inUsePaise + returnsPaise
  const quantity =
    typeof named === 'number' || named === null ? named : sharesFor(named, capital.capitalPaise, closePaise)
  const maxQuantity = Math.min(limits.maxQuantity, quantity ?? limits.maxQuantity)
  const { maxOpenValuePaise } = limits
  const openValueLeftPaise =
    maxOpenValuePaise === null ? Infinity : maxOpenValuePaise - openValuePaise(account) + slot.entryValuePaise
  const available = { perSymbolPaise: capital.perSymbolPaise, freePaise, openValueLeftPaise, maxQuantity }
  // It pays no more than its limit, and a short sold above the close is worth more than it.
  const pricePaise = Math.max(closePaise, prices?.limitPaise ?? 0)
  const size = sizePosition(available, pricePaise, instrument.lotSize)
  if (typeof size === 'string') return rules.onDenial(size, instrument.symbol, atMs)
  slot.pendingSide = side
  slot.pendingQuantity = size
  slot.pendingReason = side === 1 ? rules.reasons.enterLong : rules.reasons.enterShort
  slot.pendingValuePaise = size * pricePaise
  slot.pendingUntilMs = session.squareOffAtMs
  slot.pendingPrices = prices === null ? null : { ...prices, limitUntilMs: atMs + MINUTE_MS }
  capital.inUsePaise += slot.pendingValuePaise
  account.entriesToday++
}

/** Why nothing may be entered at this bar close, whatever its size. */
export function entryDenial(
  account: TradingAccount,
  slot: Slot,
  { timeMs, closedAtMs: atMs }: Pick<Decision, 'timeMs' | 'closedAtMs'>,
  entriesToday = account.entriesToday,
): DenialCode | null {
  const { rules, stoppedBy } = account
  const { session, instrument } = slot
  const isOpen = session !== null && timeMs >= session.openMs
  return checkEntry(
    {
      atMs,
      entriesUntilMs: isOpen ? session.entriesUntilMs : null,
      entriesToday,
      otherPositions: rules.limits.maxOpenPositions === null ? 0 : otherPositions(account, slot),
      isExcluded: rules.excludedSymbols?.has(instrument.symbol) ?? false,
      ...netFigures(account),
      stoppedBy,
    },
    rules.limits,
  )
}

function otherPositions({ slots }: TradingAccount, own: Slot): number {
  let count = 0
  for (const slot of slots) if (slot !== own && (slot.side !== 0 || slot.pendingSide !== 0)) count++
  return count
}
