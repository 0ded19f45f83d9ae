import type { Paise } from '../units.ts'
import { INTERVAL_MS, type Interval } from '../intervals/interval.ts'
import { describeFillModel } from '../fills/fill-model.ts'
import { MINUTE_MS } from '../time.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { RoundTrip } from '../round-trip.ts'
import { type TradingAccount, capitalOf } from '../trading/trading-account.ts'
import type { BacktestInput } from './backtest-input.ts'
import type { DenialCount, DenialLog } from './denial-log.ts'
import { fingerprintResult } from './fingerprint-run.ts'
import type { TradePrint } from './trade-print.ts'
import { measureRun, type RunMetrics } from './measure-run.ts'
import type { Equity } from './run-clock.ts'

export type BacktestReport = {
  readonly botType: string
  readonly rule: string
  readonly parameters: ParameterValues
  readonly symbols: readonly string[]
  readonly capitalPaise: Paise
  readonly trades: readonly RoundTrip[]
  /** Account value at every instant, with open positions marked at the close. */
  readonly equity: Equity
  readonly metrics: RunMetrics
  readonly denials: readonly DenialCount[]
  readonly fillModel: readonly string[]
  readonly inputHash: string
  readonly tradesHash: string
  readonly resultHash: string
}

export type FinishedRun = {
  readonly input: BacktestInput
  readonly parameters: ParameterValues
  readonly inputHash: string
  readonly account: TradingAccount
  readonly trades: readonly RoundTrip[]
  readonly tradesPrint: TradePrint
  readonly denials: DenialLog
  readonly equity: Equity
}

export function writeReport(run: FinishedRun): BacktestReport {
  const { input, account } = run
  const denials = run.denials.counts()
  const tradesHash = run.tradesPrint.digest()
  return {
    botType: input.strategy.botType,
    rule: input.strategy.rule,
    parameters: run.parameters,
    symbols: input.symbols.map(({ instrument }) => instrument.symbol),
    capitalPaise: capitalOf(account),
    trades: run.trades,
    equity: run.equity,
    metrics: measureRun(run.trades, run.equity),
    denials,
    fillModel: [describeInterval(input.interval), ...describeFillModel(input.fillModel)],
    inputHash: run.inputHash,
    tradesHash,
    resultHash: fingerprintResult(tradesHash, denials, run.equity.equityPaise),
  }
}

/** How a run decides, for its report. */
function describeInterval(interval: Interval): string {
  if (interval === '1d') return 'Decided on daily bars, at the first minute of the next session.'
  const minutes = INTERVAL_MS[interval] / MINUTE_MS
  return `Decided on bars of ${minutes === 1 ? 'one minute' : `${minutes} minutes, counted from the session's open`}.`
}
