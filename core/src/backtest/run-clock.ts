import { type Account, capitalOf } from './account.ts'
import { beginBar, exitAtMarket } from './begin-bar.ts'
import { closeStep } from './close-step.ts'
import { decideOrders } from './decide-orders.ts'
import type { GrowColumn } from './grow-column.ts'
import { markPosition } from './mark-position.ts'
import { rollSession } from './roll-session.ts'
import { type Series, stepInstant } from './step-instant.ts'

export type EquityLog = { readonly timeMs: GrowColumn; readonly equityPaise: GrowColumn }

const INSTANTS_PER_REPORT = 16_384

export type ClockHooks = {
  /** Bars done so far; answering false stops the run. */
  readonly onProgress: (barsDone: number) => boolean
}

/** Runs all symbols on one clock to the end of their bars; false when it was stopped on the way. */
export function runClock(account: Account, series: readonly Series[], equity: EquityLog, hooks: ClockHooks): boolean {
  const capitalPaise = capitalOf(account)
  let instants = 0
  for (let timeMs = nextInstant(series); timeMs < Infinity; timeMs = nextInstant(series)) {
    stepInstant(account, series, timeMs)
    equity.timeMs.push(timeMs)
    equity.equityPaise.push(capitalPaise + account.realisedPaise + account.openPaise)
    instants++
    if (instants % INSTANTS_PER_REPORT === 0 && !hooks.onProgress(barsDone(series))) return false
  }
  return true
}

/**
 * The same for one symbol over the bars up to `to`, without the search for the next instant. It skips only what cannot
 * change anything: an account without position and order keeps its value.
 */
export function runSingle(account: Account, one: Series, to: number, equity: EquityLog | null): void {
  const { slot, bars, signals } = one
  const capitalPaise = capitalOf(account)
  for (let i = one.cursor; i < to; i++) {
    const timeMs = bars.timeMs[i]!
    if (timeMs >= slot.sessionKnownUntilMs) rollSession(account, slot, timeMs)
    if (slot.side !== 0 || slot.wantedSide !== 0) {
      beginBar(account, slot, bars, i)
      if (slot.side !== 0) markPosition(account, slot, bars.closePaise[i]!)
      closeStep(account)
    }
    if (signals[i] !== 0) decideOrders(account, slot, signals[i]!, bars.closePaise[i]!, timeMs)
    if (equity !== null) {
      equity.timeMs.push(timeMs)
      equity.equityPaise.push(capitalPaise + account.realisedPaise + account.openPaise)
    }
  }
  one.cursor = to
}

/** What is still open when the data ends is closed at each symbol's last close; false when nothing was. */
export function closeAtEnd(account: Account, series: readonly Series[]): boolean {
  const open = series.filter(({ slot }) => slot.side !== 0)
  for (const { slot, bars } of open) {
    const last = bars.timeMs.length - 1
    exitAtMarket(account, slot, { pricePaise: bars.closePaise[last]!, atMs: bars.timeMs[last]!, reason: 'END_OF_DATA' })
  }
  closeStep(account)
  return open.length > 0
}

function nextInstant(series: readonly Series[]): number {
  let earliest = Infinity
  for (const { bars, cursor } of series) {
    const timeMs = bars.timeMs[cursor]
    if (timeMs !== undefined && timeMs < earliest) earliest = timeMs
  }
  return earliest
}

function barsDone(series: readonly Series[]): number {
  let done = 0
  for (const { cursor } of series) done += cursor
  return done
}
