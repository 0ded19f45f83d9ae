import type { Bars } from '../bars.ts'
import { Fingerprint } from '../fingerprint.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { ExitReason, Trade } from '../trade.ts'
import type { BacktestInput } from './backtest-input.ts'
import type { DenialCount } from './denial-log.ts'

/** The same input gives the same hash. The calendar is code and enters through what it does to the result. */
export function fingerprintInput(input: BacktestInput, values: ParameterValues, bars: readonly Bars[]): string {
  const print = new Fingerprint()
  const { capital, limits, fillModel, product, rateCards, barMs } = input
  const symbols = input.symbols.map(({ instrument, traits }) => ({ instrument, traits }))
  const settings = {
    botType: input.strategy.botType,
    values,
    capital,
    limits,
    fillModel,
    product,
    rateCards,
    barMs,
    symbols,
  }
  print.addText(canonicalText(settings))
  for (const series of bars) {
    print.addColumn(series.timeMs)
    print.addColumn(series.openPaise)
    print.addColumn(series.highPaise)
    print.addColumn(series.lowPaise)
    print.addColumn(series.closePaise)
  }
  return print.digest()
}

export function fingerprintResult(trades: Fingerprint, denials: readonly DenialCount[], equity: Float64Array): string {
  for (const { code, count } of denials) {
    trades.addText(code)
    trades.addNumber(count)
  }
  trades.addColumn(equity)
  return trades.digest()
}

const EXIT_CODES = {
  SIGNAL: 1,
  STOP_LOSS: 2,
  TARGET: 3,
  SQUARE_OFF: 4,
  DAILY_LOSS: 5,
  DAILY_PROFIT: 6,
  END_OF_DATA: 7,
} as const satisfies Record<ExitReason, number>

export function addTrade(print: Fingerprint, trade: Trade): void {
  print.addText(trade.symbol)
  print.addNumber(trade.side === 'LONG' ? trade.quantity : -trade.quantity)
  print.addNumber(trade.entryAtMs)
  print.addNumber(trade.entryPricePaise)
  print.addNumber(trade.exitAtMs)
  print.addNumber(trade.exitPricePaise)
  print.addNumber(EXIT_CODES[trade.exitReason])
  print.addNumber(trade.chargesPaise)
}

/** JSON with sorted keys: two objects that say the same give the same text. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner)}`).join(',')}}`
}
