// Most bars change only the value of the open position: no signal, no pending order, no level reached, no change of
// session or limit. Such bars are processed in one tight loop up to the first bar at which anything could happen,
// which the kernel's step handles. A test proves that the result is identical to the bit.

import type { Protection } from '../fills/protective-fill.ts'
import { type TradingAccount, capitalOf } from '../trading/trading-account.ts'
import { RANGE_BARS, RANGE_SHIFT, type SideRanges } from './close-ranges.ts'
import type { Series } from './open-series.ts'

export function passQuietBars(
  account: TradingAccount,
  only: Series,
  to: number,
  equityPaise: Float64Array | null,
): void {
  const { slot, bars } = only
  if (slot.wantedSide !== 0 || slot.wantedExit !== null) return
  // The last bar closes open positions, so it is never quiet.
  const end = nextSignal(only, Math.min(to, bars.timeMs.length - 1))
  if (slot.side === 0) {
    const quietEnd = firstAtOrAfter(bars.timeMs, slot.sessionKnownUntilMs, only.cursor, end)
    equityPaise?.fill(capitalOf(account) + account.realisedPaise, only.cursor, quietEnd)
    only.cursor = quietEnd
    return
  }
  const busyAtMs = Math.min(slot.sessionKnownUntilMs, slot.squareOffAtMs)
  const inHours = firstAtOrAfter(bars.timeMs, busyAtMs, only.cursor, end)
  passHolding(
    account,
    only,
    slot.protection === null ? inHours : nextTouch(only, slot.protection, inHours),
    equityPaise,
  )
}

function nextSignal(only: Series, end: number): number {
  const { signals, signalWords } = only
  let i = only.cursor
  while (i < end && (i & 3) !== 0 && signals[i] === 0) i++
  if ((i & 3) === 0) {
    while (i + 4 <= end && signalWords[i >> 2] === 0) i += 4
    while (i < end && signals[i] === 0) i++
  }
  return i
}

/** First row in [from, end) that starts at or after an instant, else `end`. */
function firstAtOrAfter(timeMs: Float64Array, atMs: number, from: number, end: number): number {
  if (from >= end || timeMs[end - 1]! < atMs) return end
  // Bars usually have no gaps, so the row is estimated before searching.
  const guess = from + Math.ceil((atMs - timeMs[from]!) / (timeMs[from + 1]! - timeMs[from]!))
  if (guess > from && guess < end && timeMs[guess]! >= atMs && timeMs[guess - 1]! < atMs) return guess
  let low = from
  let high = end - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (timeMs[middle]! < atMs) low = middle + 1
    else high = middle
  }
  return low
}

/** First bar that reaches the stop or the target. */
function nextTouch(only: Series, protection: Protection, end: number): number {
  const { highPaise, lowPaise } = only.bars
  const { side, stopPaise, targetPaise } = protection
  const floor = side === 'SELL' ? stopPaise : targetPaise
  const ceiling = side === 'SELL' ? targetPaise : stopPaise
  let i = only.cursor
  while (i < end && lowPaise[i]! > floor && highPaise[i]! < ceiling) i++
  return i
}

const NO_RANGES: SideRanges = { lows: new Int32Array(0), highs: new Int32Array(0), falls: new Int32Array(0) }

/** Marks the position up to the first bar that reaches a daily limit. */
function passHolding(account: TradingAccount, only: Series, end: number, equityPaise: Float64Array | null): void {
  const { closePaise } = only.bars
  const { slot } = only
  const from = only.cursor
  const shares = slot.side * slot.quantity
  const basePaise = account.realisedPaise - shares * slot.entryPaise
  const offsetPaise = capitalOf(account)
  const lowest = lowestQuiet(account)
  const highest = highestQuiet(account)
  let peak = account.peakNetPaise
  let deepest = account.maxDrawdownPaise
  // Without an equity curve, groups of bars are valued at once.
  const ranges = shares > 0 ? only.ranges?.long : only.ranges?.short
  const { lows, highs, falls } = ranges ?? NO_RANGES
  const groupsUntil = ranges !== undefined && equityPaise === null ? end - RANGE_BARS : -1
  let i = from
  while (i < end) {
    if (i <= groupsUntil && (i & (RANGE_BARS - 1)) === 0) {
      const group = i >> RANGE_SHIFT
      const low = basePaise + shares * lows[group]!
      const high = basePaise + shares * highs[group]!
      if (low > lowest && high < highest) {
        const fall = shares * falls[group]!
        if (fall > deepest) deepest = fall
        if (peak - low > deepest) deepest = peak - low
        if (high > peak) peak = high
        i += RANGE_BARS
        continue
      }
    }
    const net = basePaise + shares * closePaise[i]!
    if (net <= lowest || net >= highest) break
    if (net > peak) peak = net
    else if (peak - net > deepest) deepest = peak - net
    if (equityPaise !== null) equityPaise[i] = offsetPaise + net
    i++
  }
  if (i === from) return
  slot.openPaise = basePaise + shares * closePaise[i - 1]! - account.realisedPaise
  account.openPaise = slot.openPaise
  account.peakNetPaise = peak
  account.maxDrawdownPaise = deepest
  only.cursor = i
}

// Net profit strictly between these bounds reaches no daily limit; a limit already reached today is not checked again.

function lowestQuiet({ stoppedBy, netAtSessionStartPaise, rules }: TradingAccount): number {
  const { maxLossPerDayPaise } = rules.limits
  return stoppedBy !== null || maxLossPerDayPaise === null ? -Infinity : netAtSessionStartPaise - maxLossPerDayPaise
}

function highestQuiet({ stoppedBy, netAtSessionStartPaise, rules }: TradingAccount): number {
  const { maxProfitPerDayPaise } = rules.limits
  return stoppedBy !== null || maxProfitPerDayPaise === null ? Infinity : netAtSessionStartPaise + maxProfitPerDayPaise
}
