import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { ScriptFailure, ScriptRows, ScriptSession } from '../../ports.ts'
import type { RunnerListener } from './runner-reports.ts'

// Of the warm-up, until the first bar that plots something: as many as a script answers for within milliseconds, because
// one that takes too long is ended.
const MOST_ROWS = 1_500

type Row = { readonly row: number; readonly index: number; readonly timeMs: number; readonly signal: number }

/** Passes on what is new at each bar: of a script that plots nothing only its decisions, without asking it. */
export class RunnerMarks {
  readonly #listener: RunnerListener
  readonly #instance: BotInstance
  #count = 0
  #rows: Row[] = []

  constructor(listener: RunnerListener, instance: BotInstance) {
    this.#listener = listener
    this.#instance = instance
  }

  /** Every row that the script was given, in its order; the runtime counts them the same way. */
  sent({ timeMs, symbol }: ScriptRows, signals: readonly number[] = []): void {
    for (const [at, time] of timeMs.entries())
      this.#rows.push({ row: this.#count++, index: symbol[at]!, timeMs: time, signal: signals[at] ?? 0 })
    if (this.#rows.length > MOST_ROWS) this.#rows.splice(0, this.#rows.length - MOST_ROWS)
  }

  /** After a step; null unless the script failed. */
  async tell(session: ScriptSession, plotted: number): Promise<ScriptFailure | null> {
    if (this.#listener.onMarks === undefined) return null
    if (plotted === 0 && this.#rows.every(({ signal }) => signal === 0)) return null
    const rows = this.#rows
    this.#rows = []
    const series = plotted === 0 ? [] : await session.plots(Uint32Array.from(rows, ({ row }) => row))
    if ('kind' in series) return series
    for (const [index, { symbol }] of this.#instance.instruments.entries()) {
      const at = [...rows.keys()].filter(
        (row) =>
          rows[row]!.index === index && (rows[row]!.signal !== 0 || series.some(({ values }) => values[row] !== null)),
      )
      if (at.length === 0) continue
      this.#listener.onMarks(this.#instance, {
        symbol,
        timesMs: at.map((row) => rows[row]!.timeMs),
        signals: at.map((row) => rows[row]!.signal),
        series: series.map(({ values, ...one }) => ({ ...one, values: at.map((row) => values[row] ?? null) })),
      })
    }
    return null
  }
}
