// Most bars change only the value of the open position: no signal, no pending order, no level reached, no change of
// session or limit. Such bars are processed in one tight loop up to the first bar at which anything could happen,
// which the kernel's step handles. A test proves that the result is identical to the bit.

import type { Paise } from '../units.ts'
import type { Protection } from '../fills/protective-fill.ts'
import { trailedStopPaise } from '../risk/protective-levels.ts'
import { exitedGrossPaise, markPosition } from '../trading/mark-position.ts'
import {
  COST_GROWTH,
  costRoundingPaise,
  highestNetPaise,
  lowestNetPaise,
  netIfClosedPaise,
} from '../trading/net-figure.ts'
import { type TradingAccount, capitalOf, type Slot } from '../trading/trading-account.ts'
import { trailStop } from '../trading/trail-stop.ts'
import { RANGE_BARS, RANGE_SHIFT, type SideRanges } from './close-ranges.ts'
import type { Series } from './open-series.ts'

export function passQuietBars(
  account: TradingAccount,
  only: Series,
  to: number,
  equityPaise: Float64Array | null,
): void {
  const { slot, bars } = only
  if (slot.pendingSide !== 0 || slot.pendingExit !== null || slot.pendingPart !== 0) return
  // The last bar closes open positions, so it is never quiet.
  const end = nextSignal(only, Math.min(to, bars.timeMs.length - 1))
  if (slot.side === 0) {
    const quietEnd = firstAtOrAfter(bars.timeMs, slot.sessionKnownUntilMs, only.cursor, end)
    equityPaise?.fill(capitalOf(account) + account.realisedPaise, only.cursor, quietEnd)
    only.cursor = quietEnd
    return
  }
  const from = only.cursor
  const busyAtMs = Math.min(slot.sessionKnownUntilMs, slot.squareOffAtMs)
  const inHours = firstAtOrAfter(bars.timeMs, busyAtMs, from, end)
  const { trailingStopBps } = account.rules.limits
  if (slot.protection === null) return passHolding(account, only, inHours, equityPaise)
  if (trailingStopBps === null) {
    return passHolding(account, only, nextTouch(only, slot.protection, inHours), equityPaise)
  }
  passHolding(account, only, nextTrailedTouch(only, trailingStopBps, inHours), equityPaise)
  const column = slot.side === 1 ? bars.highPaise : bars.lowPaise
  for (let i = from; i < only.cursor; i++) trailStop(account, slot, column[i]!)
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

/** The same for a stop that follows the best price of the bars before. */
function nextTrailedTouch(only: Series, trailingStopBps: number, end: number): number {
  const { highPaise, lowPaise } = only.bars
  const { side, instrument, protection } = only.slot
  const direction = side === 1 ? 1 : -1
  const bests = side === 1 ? highPaise : lowPaise
  const worsts = side === 1 ? lowPaise : highPaise
  let best = only.slot.bestPaise
  let stop = protection!.stopPaise
  let i = only.cursor
  for (; i < end; i++) {
    if (direction * (worsts[i]! - stop) <= 0 || direction * (bests[i]! - protection!.targetPaise) >= 0) break
    if (direction * (bests[i]! - best) <= 0) continue
    best = bests[i]!
    const trailed = trailedStopPaise(direction, best, trailingStopBps, instrument.tickPaise)
    if (direction * (trailed - stop) > 0) stop = trailed
  }
  return i
}

const NO_RANGES: SideRanges = { lows: new Int32Array(0), highs: new Int32Array(0), falls: new Int32Array(0) }

/** Marks the position up to the first bar that reaches a limit. */
function passHolding(account: TradingAccount, only: Series, end: number, equityPaise: Float64Array | null): void {
  const { closePaise } = only.bars
  const { slot } = only
  const from = only.cursor
  const shares = slot.side * slot.quantity
  const basePaise = account.realisedPaise - shares * slot.entryPaise + exitedGrossPaise(slot)
  const offsetPaise = capitalOf(account)
  const lowestNet = lowestNetPaise(account)
  const highestNet = highestNetPaise(account)
  const lowest = lowestQuiet(account, slot, lowestNet)
  // Closing costs something, so a profit before that cost which is below the limit does not reach it.
  const highest = highestNet
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
    if (net <= lowest || net >= highest) {
      const figure = account.realisedPaise + netIfClosedPaise(account, slot, closePaise[i]!)
      if (figure <= lowestNet || figure >= highestNet) break
    }
    if (net > peak) peak = net
    else if (peak - net > deepest) deepest = peak - net
    if (equityPaise !== null) equityPaise[i] = offsetPaise + net
    i++
  }
  if (i === from) return
  markPosition(account, slot, closePaise[i - 1]!)
  account.peakNetPaise = peak
  account.maxDrawdownPaise = deepest
  only.cursor = i
}

/** Profit before the cost of closing, above which no loss limit can be reached: the exact figure is needed below it. */
function lowestQuiet(account: TradingAccount, slot: Slot, lowestNetPaise: Paise): number {
  if (lowestNetPaise === -Infinity) return -Infinity
  const { tickPaise } = slot.instrument
  const exitedPaise = exitedGrossPaise(slot)
  const profitPaise = lowestNetPaise - account.realisedPaise - exitedPaise
  // The price at which the position alone would have lost that much before the cost of closing it.
  const price = Math.round(slot.entryPaise + (slot.side * profitPaise) / slot.quantity)
  const atPaise = Math.max(price, tickPaise)
  const beforeCostPaise = slot.side * slot.quantity * (atPaise - slot.entryPaise) + exitedPaise
  const costPaise = beforeCostPaise - netIfClosedPaise(account, slot, atPaise)
  return lowestNetPaise + COST_GROWTH * (costPaise + costRoundingPaise(slot))
}
