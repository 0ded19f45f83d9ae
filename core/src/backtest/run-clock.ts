import { type TradingAccount, capitalOf } from '../trading/trading-account.ts'
import { passQuietBars } from './pass-quiet-bars.ts'
import type { Series } from './open-series.ts'
import { stepAlone, stepInstant } from './step-instant.ts'

export type Equity = { readonly timeMs: Float64Array; readonly equityPaise: Float64Array }

/** Called with the number of processed bars; returning false cancels the run. */
export type OnProgress = (barsDone: number) => boolean

// Some milliseconds of work.
const BARS_PER_TURN = 16_384

/** Runs all symbols on one clock to the end of their bars; null if the run was cancelled. */
export function runClock(account: TradingAccount, series: readonly Series[], onProgress: OnProgress): Equity | null {
  const turns = clockTurns(account, series)
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
    if (!onProgress(turn.value)) return null
  }
}

/** The same in short turns, each of which yields the number of processed bars. */
export function* clockTurns(account: TradingAccount, series: readonly Series[]): Generator<number, Equity> {
  const [only] = series
  if (only !== undefined && series.length === 1) return yield* turnsAlone(account, only)
  const capitalPaise = capitalOf(account)
  const times = new GrowColumn()
  const equity = new GrowColumn()
  const instantsPerTurn = Math.ceil(BARS_PER_TURN / series.length)
  let instants = 0
  for (let timeMs = nextInstant(series); timeMs < Infinity; timeMs = nextInstant(series)) {
    stepInstant(account, series, timeMs)
    times.push(timeMs)
    equity.push(capitalPaise + account.realisedPaise + account.openPaise)
    instants++
    if (instants % instantsPerTurn === 0) yield barsDone(series)
  }
  return { timeMs: times.view(), equityPaise: equity.view() }
}

function* turnsAlone(account: TradingAccount, only: Series): Generator<number, Equity> {
  const { timeMs } = only.bars
  const equityPaise = new Float64Array(timeMs.length)
  while (only.cursor < timeMs.length) {
    advanceSingle(account, only, Math.min(only.cursor + BARS_PER_TURN, timeMs.length), equityPaise)
    yield only.cursor
  }
  return { timeMs, equityPaise }
}

/** The clock for a single symbol up to bar `to`: the same steps, with quiet bars skipped. */
export function advanceSingle(
  account: TradingAccount,
  only: Series,
  to: number,
  equityPaise: Float64Array | null,
): void {
  const capitalPaise = capitalOf(account)
  for (;;) {
    passQuietBars(account, only, to, equityPaise)
    const i = only.cursor
    if (i >= to) return
    stepAlone(account, only)
    if (equityPaise !== null) equityPaise[i] = capitalPaise + account.realisedPaise + account.openPaise
  }
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

/** A growing column of doubles, for results of unknown length. */
class GrowColumn {
  #values = new Float64Array(4096)
  #length = 0

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  /** The values so far, without copying. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length)
  }
}
