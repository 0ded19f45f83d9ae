import { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import type { BacktestRun } from '@trading-bot/contract/rest/trading/backtest-runs'
import { Backtest, BacktestReport } from '@trading-bot/contract/rest/trading/bot-config'
import type { BacktestReport as KernelReport } from '@trading-bot/core/backtest/backtest-report'
import { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { buyAndHold } from '@trading-bot/core/backtest/buy-and-hold'
import type { Bars } from '@trading-bot/core/bars'
import { PAST_RATE_CARDS, RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { DENIALS } from '@trading-bot/core/risk/denial'
import type { BacktestRow, listRuns } from './backtest-store.ts'
import { dataLine } from '../trials/data-used.ts'
import type { Trial, TrialInput } from '../trials/trial-input.ts'

const EARLY_CHARGES = `Charges before ${RATE_CARDS[0]!.from} are those of that day: earlier ones depended on the broker’s turnover.`
const MOST_POINTS = 400
const MOST_CANDLES = 600
const MOST_TRADES = 500

export function backtestView(row: BacktestRow): Backtest {
  const { id, state, progress, output, error, report, failed_rows, created_at, note } = row
  return {
    job_id: id,
    state: Backtest.shape.state.parse(state),
    progress,
    output,
    error,
    report: report === null ? null : BacktestReport.parse(report),
    rows: failed_rows === null ? null : FrameRows.parse(failed_rows),
    created_at: created_at.toISOString(),
    note,
  }
}

export function runView(row: Awaited<ReturnType<typeof listRuns>>[number]): BacktestRun {
  const { id, state, created_at, username, version, note, from, until, days } = row
  const { multiple_symbols, symbol, interval } = BotForm.parse(row.config)
  const { slippage_times, has_charges, net, trades, max_drawdown } = row
  return {
    id,
    state: Backtest.shape.state.parse(state),
    created_at: created_at.toISOString(),
    created_by: username,
    version,
    note,
    from,
    until,
    days,
    symbols: multiple_symbols.length > 0 ? multiple_symbols.map((each) => each.symbol) : [symbol],
    interval,
    slippage_times,
    has_charges,
    net,
    trades,
    max_drawdown,
  }
}

type RunFacts = Pick<BacktestReport, 'environment'> & {
  readonly tookMs: number
  readonly plots: readonly PlotSeries[]
}

/** The kernel's report in rupees, reduced to what a screen can draw. */
export function reportView(
  report: KernelReport,
  trial: Trial,
  made: TrialInput,
  { tookMs, environment, plots }: RunFacts,
): BacktestReport {
  const { summary, drawdown, sharpe, exposure } = report.metrics
  const [first] = made.input.symbols
  const { timeMs, equityPaise } = report.equity
  const drawn = thinned(timeMs.length, MOST_POINTS)
  return {
    bot_type: report.botType,
    rule: report.rule,
    ran_as: trial.runsAs,
    environment,
    parameters: trial.parameters,
    symbols: [...report.symbols],
    from: iso(timeMs[0] ?? 0),
    until: iso(timeMs.at(-1) ?? 0),
    bars: made.input.symbols.reduce((sum, { bars }) => sum + bars.timeMs.length, 0),
    took_ms: tookMs,
    market: dataLine(made.data),
    data: made.data,
    capital: rupees(report.capitalPaise),
    net: rupees(summary.netPaise),
    trades_total: summary.trades,
    wins: summary.wins,
    losses: summary.losses,
    win_rate: summary.winRate,
    profit_factor: summary.profitFactor,
    average_trade: orNull(summary.expectancyPaise),
    best: orNull(summary.bestPaise),
    worst: orNull(summary.worstPaise),
    max_drawdown: rupees(drawdown.paise),
    max_drawdown_percent: report.capitalPaise === 0 ? null : (drawdown.paise / report.capitalPaise) * 100,
    sharpe,
    exposure,
    charges: rupees(report.trades.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0)),
    equity: drawn.map((i) => [iso(timeMs[i]!), rupees(equityPaise[i]!)]),
    benchmark: benchmarkOf(report, made, drawn),
    candles: first ? candlesOf(first.bars as Bars) : [],
    plots: [...plots],
    trades: report.trades.slice(-MOST_TRADES).map(tradeView),
    denials: report.denials.map(({ code, count }) => ({ code, text: DENIALS[code], count })),
    fill_model: [...report.fillModel, ...(made.input.rateCards === PAST_RATE_CARDS ? [EARLY_CHARGES] : [])],
    input_hash: report.inputHash,
    result_hash: report.resultHash,
    robustness: null,
  }
}

/** On adjusted prices, because a split changes no holder's wealth. */
function benchmarkOf({ capitalPaise, equity }: KernelReport, { seen }: TrialInput, drawn: readonly number[]) {
  const at = drawn.map((i) => equity.timeMs[i]!)
  const { netPaise, drawdownPaise, equityPaise } = buyAndHold(
    seen.map(({ bars }) => bars as Bars),
    capitalPaise,
    at,
  )
  const points = at.map((ms, i): [string, number] => [iso(ms), rupees(equityPaise[i]!)])
  return { net: rupees(netPaise), max_drawdown: rupees(drawdownPaise), equity: points }
}

function tradeView(trade: KernelReport['trades'][number]): BacktestReport['trades'][number] {
  return {
    symbol: trade.symbol,
    side: trade.side,
    quantity: trade.quantity,
    entry_time: iso(trade.entryAtMs),
    entry_price: rupees(trade.entryPricePaise),
    entry_reason: trade.entryReason,
    exit_time: iso(trade.exitAtMs),
    exit_price: rupees(trade.exitPricePaise),
    exit_reason: trade.exitReason,
    charges: rupees(trade.chargesPaise),
    pnl: rupees(trade.netPaise),
  }
}

/** The last index of each of at most so many equal parts. */
function thinned(count: number, most: number): number[] {
  const width = Math.max(1, Math.ceil(count / most))
  const parts = Math.ceil(count / width)
  return Array.from({ length: parts }, (_, i) => Math.min(count, (i + 1) * width) - 1)
}

/** The last bar of each candle that the report draws. */
export function candleEnds(bars: { readonly timeMs: ArrayLike<number> } | undefined): number[] {
  return thinned(bars?.timeMs.length ?? 0, MOST_CANDLES)
}

function candlesOf(bars: Bars): BacktestReport['candles'] {
  const ends = candleEnds(bars)
  return ends.map((last, i) => {
    const first = (ends[i - 1] ?? -1) + 1
    const high = Math.max(...bars.highPaise.subarray(first, last + 1))
    const low = Math.min(...bars.lowPaise.subarray(first, last + 1))
    const prices = [bars.openPaise[first]!, high, low, bars.closePaise[last]!] as const
    return [iso(bars.timeMs[first]!), rupees(prices[0]), rupees(prices[1]), rupees(prices[2]), rupees(prices[3])]
  })
}

const iso = (ms: number) => new Date(ms).toISOString()
const rupees = (paise: number) => Math.round(paise) / 100
const orNull = (paise: number | null) => (paise === null ? null : rupees(paise))
