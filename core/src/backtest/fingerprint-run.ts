import type { Bars } from '../bars.ts'
import { Fingerprint } from '../fingerprint.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { BacktestInput } from './backtest-input.ts'
import type { DenialCount } from './denial-log.ts'

/**
 * The same input gives the same hash, a turn for each symbol. The calendar is code, so it counts only through its effect
 * on the result.
 */
export function* fingerprintInput(
  input: BacktestInput,
  values: ParameterValues,
  bars: readonly Bars[],
): Generator<null, string> {
  const print = new Fingerprint()
  const { capital, limits, excludedSymbols = [], fillModel, product, rateCards, interval } = input
  const symbols = input.symbols.map(({ instrument, traits }) => ({ instrument, traits }))
  const settings = {
    botType: input.strategy.botType,
    values,
    capital,
    limits,
    excludedSymbols,
    fillModel,
    product,
    rateCards,
    interval,
    symbols,
  }
  print.addText(canonicalText(settings))
  for (const series of bars) {
    print.addColumn(series.timeMs)
    print.addColumn(series.openPaise)
    print.addColumn(series.highPaise)
    print.addColumn(series.lowPaise)
    print.addColumn(series.closePaise)
    yield null
  }
  return print.digest()
}

export function fingerprintResult(tradesHash: string, denials: readonly DenialCount[], equity: Float64Array): string {
  const print = new Fingerprint()
  print.addText(tradesHash)
  for (const { code, count } of denials) {
    print.addText(code)
    print.addNumber(count)
  }
  print.addColumn(equity)
  return print.digest()
}

/** JSON with sorted keys, so that equal objects give equal text. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner)}`).join(',')}}`
}
