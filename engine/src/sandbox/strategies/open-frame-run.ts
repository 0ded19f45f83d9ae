import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import type { Decided } from '@trading-bot/core/backtest/backtest-input'
import type { ComputeWanted, ScriptFailure, ScriptReady, ScriptRows, ScriptRunner, ScriptSignals } from '../../ports.ts'
import type { ScriptLoad } from '../script-load.ts'
import { bySymbol, giveHistory, loadOf, type ScriptRun, sound } from './collect-signals.ts'
import { rowsOfSymbols } from './rows-of-symbols.ts'
import { checkBars } from '@trading-bot/core/check-bars'

/** A script of whole histories that holds one and is asked about it again and again. */
export type FrameRun = {
  readonly kind: 'frames'
  readonly rows: ScriptRows
  /** The bars that the author says are enough. */
  readonly window: number | null
  /** About every row before `until`. */
  readonly decide: (wanted: ComputeWanted) => Promise<ScriptSignals | ScriptFailure>
  /** About the whole history, by symbol and minute with trades. */
  readonly decideAll: (parameters?: ComputeWanted['parameters']) => Promise<Decided | ScriptFailure>
  /** The frame around a row, as it was computed last. */
  readonly rowsAt: (row: number) => Promise<FrameRows | null>
  readonly close: () => Promise<void>
}

/** Another kind of script is closed again, and its style told; null where no script can run. */
export async function openFrameRun(
  runner: ScriptRunner<ScriptLoad>,
  run: ScriptRun,
): Promise<FrameRun | ScriptFailure | { readonly kind: 'other'; readonly style: ScriptReady['style'] } | null> {
  const checked = run.symbols.map(({ bars, traits }) => ({ bars: sound(checkBars(bars)), traits }))
  const { calendar, interval } = run.rules
  const merged = rowsOfSymbols(checked, { calendar, interval, untilMs: Infinity })
  const { rows } = merged
  const options = run.isWanted ? { isWanted: run.isWanted } : {}
  const session = runner.open(loadOf(run, rows.timeMs[0] ?? 0), run.limits, options)
  if (session === null) return null
  const ready = await session.load()
  const failure =
    ready.kind === 'failed' ? ready : ready.style === 'frame' ? await giveHistory(session, rows, run) : null
  if (failure !== null || ready.kind === 'failed' || ready.style !== 'frame') {
    await session.kill()
    if (failure !== null) return failure
    return ready.kind === 'failed' ? ready : { kind: 'other', style: ready.style }
  }
  return {
    kind: 'frames',
    rows,
    window: ready.window ?? null,
    decide: (wanted) => session.compute(wanted),
    decideAll: async (parameters) => {
      const all = await session.compute({ until: rows.timeMs.length, ...(parameters && { parameters }) })
      return all.kind === 'failed' ? all : bySymbol(all.signals, all.sizes, merged)
    },
    rowsAt: async (row) => {
      const rows = await session.rowsAt(row)
      // A table is worth less than what it explains.
      return rows === null || 'kind' in rows ? null : rows
    },
    close: () => session.kill(),
  }
}
