// Most bars change nothing but the value of the open position: no signal, no waiting order, no level touched, no
// session or limit in question. Such a stretch is passed in one loop over local numbers; the first bar at which
// anything could happen is left to the kernel's step. The result is the same to the bit: a test compares them.

import { type Account, capitalOf, type Slot } from './account.ts'
import type { Series } from './step-instant.ts'

export function passQuietBars(account: Account, only: Series, to: number, equityPaise: Float64Array | null): void {
  const { slot } = only
  if (slot.wantedSide !== 0 || slot.wantedExit !== null) return
  // The last bar of all closes what is open, so that it is never quiet.
  const end = Math.min(to, only.bars.timeMs.length - 1)
  if (slot.side === 0) passFlat(account, only, end, equityPaise)
  else if (slot.protection === null) passHolding(account, only, endOfSignals(only, end), equityPaise)
  else passHolding(account, only, endOfProtected(only, slot, endOfSignals(only, end)), equityPaise)
}

function passFlat(account: Account, only: Series, end: number, equityPaise: Float64Array | null): void {
  const { timeMs } = only.bars
  const { signals } = only
  const knownUntilMs = only.slot.sessionKnownUntilMs
  const from = only.cursor
  let i = from
  while (i < end && signals[i] === 0 && timeMs[i]! < knownUntilMs) i++
  only.cursor = i
  equityPaise?.fill(capitalOf(account) + account.realisedPaise, from, i)
}

function endOfSignals(only: Series, end: number): number {
  const { timeMs } = only.bars
  const { signals, slot } = only
  const busyAtMs = Math.min(slot.sessionKnownUntilMs, slot.squareOffAtMs)
  let i = only.cursor
  while (i < end && signals[i] === 0 && timeMs[i]! < busyAtMs) i++
  return i
}

function endOfProtected(only: Series, slot: Slot, end: number): number {
  const { highPaise, lowPaise } = only.bars
  const { stopPaise, targetPaise } = slot.protection!
  const floor = slot.side === 1 ? stopPaise : targetPaise
  const ceiling = slot.side === 1 ? targetPaise : stopPaise
  let i = only.cursor
  while (i < end && lowPaise[i]! > floor && highPaise[i]! < ceiling) i++
  return i
}

/** Values the position bar by bar, up to the first bar that reaches a daily limit. */
function passHolding(account: Account, only: Series, end: number, equityPaise: Float64Array | null): void {
  const { closePaise } = only.bars
  const { slot } = only
  const shares = slot.side * slot.quantity
  const basePaise = account.realisedPaise - shares * slot.entryPaise
  const capitalPaise = capitalOf(account)
  const { lowest, highest } = quietRange(account)
  let peak = account.peakNetPaise
  let deepest = account.maxDrawdownPaise
  let i = only.cursor
  for (; i < end; i++) {
    const net = basePaise + shares * closePaise[i]!
    if (net <= lowest || net >= highest) break
    if (net > peak) peak = net
    else if (peak - net > deepest) deepest = peak - net
    if (equityPaise !== null) equityPaise[i] = capitalPaise + net
  }
  if (i === only.cursor) return
  slot.openPaise = basePaise + shares * closePaise[i - 1]! - account.realisedPaise
  account.openPaise = slot.openPaise
  account.peakNetPaise = peak
  account.maxDrawdownPaise = deepest
  only.cursor = i
}

/** Net profit strictly between these reaches no daily limit; one that was reached today is not asked again. */
function quietRange(account: Account): { readonly lowest: number; readonly highest: number } {
  const { maxLossPerDayPaise, maxProfitPerDayPaise } = account.rules.limits
  const start = account.netAtSessionStartPaise
  const isStopped = account.stoppedBy !== null
  return {
    lowest: isStopped || maxLossPerDayPaise === null ? -Infinity : start - maxLossPerDayPaise,
    highest: isStopped || maxProfitPerDayPaise === null ? Infinity : start + maxProfitPerDayPaise,
  }
}
