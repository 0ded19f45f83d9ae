import { setImmediate } from 'node:timers/promises'
import type { BacktestInput, Decided } from '@trading-bot/core/backtest/backtest-input'
import type { BacktestReport } from '@trading-bot/core/backtest/backtest-report'
import { decideOn } from '@trading-bot/core/backtest/decide-on'
import { type BacktestHooks, runBacktestInTurns } from '@trading-bot/core/backtest/run-backtest'
import type { Bars } from '@trading-bot/core/bars'
import type { DenialCode } from '@trading-bot/core/risk/denial'
import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import type { ScriptNote } from '@trading-bot/contract/bot-wire/frames'
import type { ScriptLimits, ScriptWarning } from '@trading-bot/engine/ports'
import { runScriptBacktest, type ScriptBacktest } from '@trading-bot/engine/sandbox/strategies/run-script-backtest'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'
import type { Trial, TrialInput } from './trial-input.ts'

export type TrialFailure = {
  readonly kind: 'failed'
  readonly error: string
  readonly line: number | null
  readonly file?: string | null | undefined
  readonly trace: string
  readonly missing: readonly string[]
  readonly output: string
  readonly notes: readonly ScriptNote[]
  /** What the script was looking at. */
  readonly rows?: FrameRows | null | undefined
}
/** An entry that the account's own checks did not let through. */
export type TrialDenial = { readonly code: DenialCode; readonly symbol: string; readonly atMs: number }
export type TrialOutcome =
  | {
      readonly kind: 'done'
      readonly report: BacktestReport
      readonly output: string
      /** Where a script's idea of its position and the account's differ. */
      readonly warnings: readonly ScriptWarning[]
      readonly notes: readonly ScriptNote[]
      /** Decisions that the kernel did not take itself: a script's, or those on adjusted prices. */
      readonly decided?: Decided
      readonly style: string
      readonly plots: readonly PlotSeries[]
    }
  | TrialFailure
  | { readonly kind: 'cancelled' }

export type TrialLimits = {
  /** For the list of a test: receives denied entries, and lets the script note its orders and prints. */
  readonly onDenial?: (denial: TrialDenial) => void
  readonly script: ScriptLimits
  /** Bars of the first symbol at which a chart shows what the script plots. */
  readonly plotsAt?: readonly number[]
  /** Receives the progress in percent; returning false ends the run. */
  readonly onProgress?: (percent: number) => boolean
}

/** One run of a bot over bars, natively or in the sandbox. */
export async function runTrial(
  scripts: Scripts,
  trial: Trial,
  made: TrialInput,
  limits: TrialLimits,
): Promise<TrialOutcome> {
  const { input, history, candles, seen } = made
  const { onDenial } = limits
  const hooks: BacktestHooks = onDenial ? { onDenial: (code, symbol, atMs) => onDenial({ code, symbol, atMs }) } : {}
  if (input.symbols.length === 0) return failed('There are no bars in this range.')
  if (trial.runsAs === 'native') {
    const decided = decidedOnAdjusted(made)
    // The server trades and answers requests between two turns.
    let isWanted = true
    const result = await runBacktestInTurns({ ...input, ...decided }, setImmediate, {
      ...hooks,
      onProgress: (done, total) => {
        isWanted = limits.onProgress?.(Math.floor((done / total) * 100)) ?? true
      },
      isCancelled: () => !isWanted,
    })
    if (!result.ok) return isWanted ? failed(result.refusal.sentence) : { kind: 'cancelled' }
    return {
      kind: 'done',
      report: result.value,
      output: '',
      warnings: [],
      notes: [],
      ...decided,
      style: 'native',
      plots: [],
    }
  }
  const backtest: ScriptBacktest = {
    ...input,
    ...scriptOf(trial),
    scriptParameters: trial.parameters,
    scriptLimits: limits.script,
    history,
    candles,
    // Small steps, so that progress is reported and a cancellation noticed between them.
    chunkRows: 4_096,
    seen,
    isWanted: () => limits.onProgress?.(0) ?? true,
    onProgress: (done, total) => limits.onProgress?.(Math.floor((done / total) * 100)) ?? true,
    hasStamps: true,
    hasNotes: onDenial !== undefined,
    ...(limits.plotsAt && { plotsAt: limits.plotsAt }),
  }
  const outcome = await runScriptBacktest(scripts, backtest, hooks)
  if (outcome.kind === 'refused') return failed(outcome.refusal.sentence)
  return outcome
}

/** Where a corporate action changed prices the signals come from the adjusted ones, the fills from those that traded. */
function decidedOnAdjusted({ input, seen }: TrialInput): Pick<BacktestInput, 'decided'> {
  if (input.symbols.every(({ bars }, index) => bars === seen[index]!.bars)) return {}
  const decided = decideOn(
    input,
    seen.map(({ bars, traits }) => ({ bars: bars as Bars, traits })),
  )
  // The kernel refuses parameters with its own sentence.
  return decided.ok ? { decided: decided.value } : {}
}

function failed(error: string): TrialFailure {
  return { kind: 'failed', error, line: null, trace: '', missing: [], output: '', notes: [] }
}
