import type { BacktestInput } from '@trading-bot/core/backtest/backtest-input'
import { runBacktest } from '@trading-bot/core/backtest/run-backtest'
import type { Outcome } from './benchmark.ts'

export function reportOf(input: BacktestInput): Outcome {
  const result = runBacktest(input)
  if (!result.ok) throw new Error(result.refusal.sentence)
  const { trades, metrics, denials, inputHash, resultHash } = result.value
  return {
    units: input.symbols.reduce((sum, symbol) => sum + symbol.bars.timeMs.length, 0),
    hash: resultHash,
    details: {
      trades: trades.length,
      net_rupees: metrics.summary.netPaise / 100,
      max_drawdown_rupees: metrics.drawdown.paise / 100,
      sharpe: metrics.sharpe,
      denials: Object.fromEntries(denials.map(({ code, count }) => [code, count])),
      input_hash: inputHash,
    },
  }
}
