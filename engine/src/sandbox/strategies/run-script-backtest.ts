import { setImmediate } from 'node:timers/promises'
import type { BacktestInput, Decided } from '@trading-bot/core/backtest/backtest-input'
import type { BacktestReport } from '@trading-bot/core/backtest/backtest-report'
import {
  type BacktestHooks,
  type Prepared,
  prepareInTurns,
  runBacktestInTurns,
} from '@trading-bot/core/backtest/run-backtest'
import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import type { InputRefusal } from '@trading-bot/core/checked'
import type { ScriptReady, ScriptRunner, ScriptWarning } from '../../ports.ts'
import { type CollectFailure, collectSignals, type ScriptRun } from './collect-signals.ts'
import type { ScriptLoad } from '../script-load.ts'

export type ScriptBacktest = BacktestInput &
  Pick<
    ScriptRun,
    | 'code'
    | 'filename'
    | 'files'
    | 'history'
    | 'candles'
    | 'isWanted'
    | 'onProgress'
    | 'chunkRows'
    | 'hasNotes'
    | 'hasStamps'
    | 'plotsAt'
  > & {
    readonly scriptLimits: ScriptRun['limits']
    /** Parameters passed to the script; the kernel checks `parameters` against the strategy's schema. */
    readonly scriptParameters: ScriptRun['parameters']
    /** The bars that the script sees, where they are not those that traded. */
    readonly seen?: ScriptRun['symbols']
  }

export type ScriptBacktestOutcome =
  | {
      readonly kind: 'done'
      readonly report: BacktestReport
      readonly output: string
      readonly warnings: readonly ScriptWarning[]
      readonly notes: CollectFailure['notes']
      /** What the script decided, for other fills of the same decisions. */
      readonly decided: Decided
      readonly style: ScriptReady['style']
      readonly plots: readonly PlotSeries[]
    }
  | CollectFailure
  | { readonly kind: 'refused'; readonly refusal: InputRefusal<string> }
  | { readonly kind: 'cancelled' }

/** The script decides and the kernel trades, with the same sizing, risk, fills and charges as every backtest. */
export async function runScriptBacktest(
  runner: ScriptRunner<ScriptLoad>,
  options: ScriptBacktest,
  hooks?: BacktestHooks,
): Promise<ScriptBacktestOutcome> {
  const {
    code,
    filename,
    files,
    history,
    candles,
    isWanted,
    onProgress,
    chunkRows,
    hasNotes,
    hasStamps,
    plotsAt,
    scriptLimits,
    scriptParameters,
    seen,
    ...input
  } = options
  let prepared: Promise<Prepared> | undefined
  const onDeciding = () => {
    prepared = prepareInTurns(input, setImmediate)
    // Nobody asks for it where the script fails.
    prepared.catch(() => undefined)
  }
  const collected = await collectSignals(runner, {
    code,
    filename,
    ...(files && { files }),
    parameters: scriptParameters,
    rules: input,
    symbols: seen ?? input.symbols,
    limits: scriptLimits,
    onDeciding,
    ...(history && { history }),
    ...(candles && { candles }),
    ...(chunkRows && { chunkRows }),
    ...(hasNotes && { hasNotes }),
    ...(hasStamps && { hasStamps }),
    ...(plotsAt && { plotsAt }),
    ...(isWanted && { isWanted }),
    ...(onProgress && { onProgress }),
  })
  if (collected === null) return { kind: 'cancelled' }
  if (collected.kind === 'failed') return collected
  const { signals, sizes, output, warnings, notes, style, plots } = collected
  const decided = { signals, sizes }
  const result = await runBacktestInTurns({ ...input, decided }, setImmediate, hooks, await prepared)
  if (!result.ok) return { kind: 'refused', refusal: result.refusal }
  return { kind: 'done', report: result.value, output, warnings, notes, decided, style, plots }
}
