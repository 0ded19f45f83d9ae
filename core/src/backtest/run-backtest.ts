import type { Bars } from '../bars.ts'
import { type BarRefusalCode, checkBars, type RawBars } from '../check-bars.ts'
import { accept, type Checked, refuse } from '../checked.ts'
import { checkParameters, type ParameterRefusalCode } from '../strategies/check-parameters.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { DenialCode } from '../risk/denial.ts'
import type { RoundTrip } from '../round-trip.ts'
import { openTradingAccount, type Slot } from '../trading/trading-account.ts'
import type { BacktestInput } from './backtest-input.ts'
import { type BacktestReport, writeReport } from './backtest-report.ts'
import { checkGaps } from './check-gaps.ts'
import { checkRules, type DatedRules, type RulesRefusalCode } from '../trading/check-rules.ts'
import { DenialLog } from './denial-log.ts'
import { fingerprintInput } from './fingerprint-run.ts'
import { TradePrint } from './trade-print.ts'
import { clockTurns, type Equity } from './run-clock.ts'
import { openSeries, type Series } from './open-series.ts'
import { signalsByMinute } from './signals-by-minute.ts'

export type BacktestRefusalCode =
  | 'NO_SYMBOLS'
  | 'DUPLICATE_SYMBOL'
  | 'INSTRUMENT_OUT_OF_RANGE'
  | 'CANCELLED'
  | 'GAP_TOO_LONG'
  | BarRefusalCode
  | ParameterRefusalCode
  | RulesRefusalCode

export type BacktestHooks = {
  readonly onProgress?: (barsDone: number, barsTotal: number) => void
  readonly isCancelled?: () => boolean
  /** An entry that our own checks did not let through. */
  readonly onDenial?: (code: DenialCode, symbol: string, atMs: number) => void
}

const NO_HOOKS: BacktestHooks = {}

type Result = Checked<BacktestReport, BacktestRefusalCode>

/** One deterministic run: the same input gives the same report and the same hash. */
export function runBacktest(input: BacktestInput, hooks: BacktestHooks = NO_HOOKS): Result {
  const turns = backtestTurns(input, hooks)
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
    if (!goesOn(hooks, turn.value)) return CANCELLED
  }
}

/** The same run in short turns with a pause between them, for a process that has other things to do meanwhile. */
export async function runBacktestInTurns(
  input: BacktestInput,
  pause: () => Promise<unknown>,
  hooks: BacktestHooks = NO_HOOKS,
  prepared?: Prepared,
): Promise<Result> {
  const turns = backtestTurns(input, hooks, prepared)
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
    if (!goesOn(hooks, turn.value)) return CANCELLED
    await pause()
  }
}

const CANCELLED: Result = refuse('CANCELLED', 'run', 'The run was cancelled.')

/** Null while the run is being prepared. */
type Progress = { readonly barsDone: number; readonly barsTotal: number } | null

function goesOn({ onProgress, isCancelled }: BacktestHooks, progress: Progress): boolean {
  if (progress) onProgress?.(progress.barsDone, progress.barsTotal)
  return isCancelled?.() !== true
}

/** What a run needs besides what is decided in it, or why it cannot be. */
export type Prepared = Checked<
  {
    readonly bars: readonly Bars[]
    readonly parameters: ParameterValues
    readonly dated: DatedRules
    readonly inputHash: string
  },
  BacktestRefusalCode
>

/** Beforehand, for a run whose decisions are made elsewhere meanwhile. */
export async function prepareInTurns(input: BacktestInput, pause: () => Promise<unknown>): Promise<Prepared> {
  const turns = prepare(input)
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
    await pause()
  }
}

function* prepare(input: BacktestInput): Generator<null, Prepared> {
  const bars = yield* checkSymbols(input)
  if (!bars.ok) return bars
  const parameters = checkParameters(input.strategy, input.parameters)
  if (!parameters.ok) return parameters
  const dated = checkRules(input, Math.min(...bars.value.map((series) => series.timeMs[0]!)))
  if (!dated.ok) return dated
  const inputHash = yield* fingerprintInput(input, parameters.value, bars.value)
  return accept({ bars: bars.value, parameters: parameters.value, dated: dated.value, inputHash })
}

function* backtestTurns(
  input: BacktestInput,
  { onDenial }: BacktestHooks,
  known?: Prepared,
): Generator<Progress, Result> {
  const prepared = known ?? (yield* prepare(input))
  if (!prepared.ok) return prepared
  const { bars, parameters, dated, inputHash } = prepared.value
  if (input.decided?.signals.some((signals, i) => signals.length !== bars[i]?.timeMs.length)) {
    return refuse('UNEQUAL_LENGTHS', 'decided', 'There is not one decision for every bar.')
  }

  const trades: RoundTrip[] = []
  const tradesPrint = new TradePrint()
  const denials = new DenialLog()
  const { limits, strategy } = input
  const account = openTradingAccount(
    {
      ...dated,
      limits,
      excludedSymbols: new Set(input.excludedSymbols),
      fillModel: input.fillModel,
      reasons: strategy.reasons,
      onTrade: (trade) => {
        trades.push(trade)
        tradesPrint.add(trade)
      },
      onDenial: (code, symbol, atMs) => {
        denials.add(code, symbol, atMs)
        onDenial?.(code, symbol, atMs)
      },
    },
    input.capital,
    input.symbols,
  )
  const series: Series[] = []
  for (const [index, columns] of bars.entries()) {
    series.push(seriesOf(input, parameters, account.slots[index]!, columns, index))
    yield null
  }
  const barsTotal = series.reduce((sum, one) => sum + one.bars.timeMs.length, 0)
  yield { barsDone: 0, barsTotal }
  const equity = yield* progressOf(clockTurns(account, series), barsTotal)
  return accept(writeReport({ input, parameters, inputHash, account, trades, tradesPrint, denials, equity }))
}

function seriesOf(input: BacktestInput, parameters: ParameterValues, slot: Slot, columns: Bars, index: number): Series {
  const decided = input.decided?.signals[index]
  if (decided === undefined) {
    return openSeries(slot, columns, signalsByMinute(input.strategy.plan(parameters), columns, input, slot.traits))
  }
  return {
    ...openSeries(slot, columns, { interval: input.interval, signals: decided.slice() }),
    sizes: input.decided?.sizes[index] ?? null,
  }
}

function* progressOf(turns: Generator<number, Equity>, barsTotal: number): Generator<Progress, Equity> {
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
    yield { barsDone: turn.value, barsTotal }
  }
}

function* checkSymbols(input: BacktestInput): Generator<null, Checked<readonly Bars[], BacktestRefusalCode>> {
  if (input.symbols.length === 0) return refuse('NO_SYMBOLS', 'symbols', 'A run needs at least one symbol.')
  const seen = new Set<string>()
  const checked: Bars[] = []
  for (const { instrument, bars } of input.symbols) {
    const { symbol, tickPaise, lotSize } = instrument
    if (seen.has(symbol)) return refuse('DUPLICATE_SYMBOL', 'symbols', `${symbol} is named twice.`)
    seen.add(symbol)
    if (!isCount(tickPaise)) return refuse('INSTRUMENT_OUT_OF_RANGE', 'tickPaise', `${symbol} has no tick.`)
    if (!isCount(lotSize)) return refuse('INSTRUMENT_OUT_OF_RANGE', 'lotSize', `${symbol} has no lot size.`)
    const result = checkSeries(input, bars)
    if (!result.ok) {
      const { refusal } = result
      return { ok: false, refusal: { ...refusal, sentence: `${symbol}: ${refusal.sentence}` } }
    }
    checked.push(result.value)
    yield null
  }
  return accept(checked)
}

function checkSeries(input: BacktestInput, raw: RawBars): Checked<Bars, BarRefusalCode | 'GAP_TOO_LONG'> {
  const bars = checkBars(raw)
  if (!bars.ok || input.maxGapBars === undefined) return bars
  return checkGaps(bars.value, input.maxGapBars, input.calendar.sessionNumberAt)
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1
}
