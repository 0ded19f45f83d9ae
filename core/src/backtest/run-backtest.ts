import type { Bars } from '../bars.ts'
import { type BarRefusalCode, checkBars, type RawBars } from '../check-bars.ts'
import { accept, type Checked, refuse } from '../checked.ts'
import { checkParameters, type ParameterRefusalCode } from '../strategies/check-parameters.ts'
import type { RoundTrip } from '../round-trip.ts'
import { type TradingAccount, openTradingAccount } from '../trading/trading-account.ts'
import type { BacktestInput } from './backtest-input.ts'
import { type BacktestReport, writeReport } from './backtest-report.ts'
import { checkGaps } from './check-gaps.ts'
import { checkRules, type RulesRefusalCode } from '../trading/check-rules.ts'
import { DenialLog } from './denial-log.ts'
import { fingerprintInput } from './fingerprint-run.ts'
import { TradePrint } from './trade-print.ts'
import { type Equity, runClock } from './run-clock.ts'
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
}

const NO_HOOKS: BacktestHooks = {}

/** One deterministic run: the same input gives the same report and the same hash. */
export function runBacktest(
  input: BacktestInput,
  hooks: BacktestHooks = NO_HOOKS,
): Checked<BacktestReport, BacktestRefusalCode> {
  const bars = checkSymbols(input)
  if (!bars.ok) return bars
  const parameters = checkParameters(input.strategy, input.parameters)
  if (!parameters.ok) return parameters
  if (input.decided?.signals.some((signals, i) => signals.length !== bars.value[i]?.timeMs.length)) {
    return refuse('UNEQUAL_LENGTHS', 'decided', 'There is not one decision for every bar.')
  }
  const dated = checkRules(input, Math.min(...bars.value.map((series) => series.timeMs[0]!)))
  if (!dated.ok) return dated

  const trades: RoundTrip[] = []
  const tradesPrint = new TradePrint()
  const denials = new DenialLog()
  const { limits, strategy } = input
  const account = openTradingAccount(
    {
      ...dated.value,
      limits,
      fillModel: input.fillModel,
      reasons: strategy.reasons,
      onTrade: (trade) => {
        trades.push(trade)
        tradesPrint.add(trade)
      },
      onDenial: (code, symbol, atMs) => denials.add(code, symbol, atMs),
    },
    input.capital,
    input.symbols,
  )
  const series = bars.value.map((columns, index) => {
    const slot = account.slots[index]!
    const decided = input.decided?.signals[index]
    if (decided === undefined) {
      return openSeries(slot, columns, signalsByMinute(strategy.plan(parameters.value), columns, input, slot.traits))
    }
    return {
      ...openSeries(slot, columns, { interval: input.interval, signals: decided.slice() }),
      sizes: input.decided?.sizes[index] ?? null,
    }
  })
  const equity = runSeries(account, series, hooks)
  if (equity === null) return refuse('CANCELLED', 'run', 'The run was cancelled.')
  const inputHash = fingerprintInput(input, parameters.value, bars.value)
  return accept(
    writeReport({ input, parameters: parameters.value, inputHash, account, trades, tradesPrint, denials, equity }),
  )
}

function runSeries(account: TradingAccount, series: readonly Series[], hooks: BacktestHooks): Equity | null {
  const barsTotal = series.reduce((sum, { bars }) => sum + bars.timeMs.length, 0)
  const onProgress = (barsDone: number): boolean => {
    hooks.onProgress?.(barsDone, barsTotal)
    return hooks.isCancelled?.() !== true
  }
  return onProgress(0) ? runClock(account, series, onProgress) : null
}

function checkSymbols(input: BacktestInput): Checked<readonly Bars[], BacktestRefusalCode> {
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
