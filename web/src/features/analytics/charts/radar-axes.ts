import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'

/** Five figures on one scale, as the specification scales them. */
export function radarAxes(
  metrics: Analytics['performanceMetrics'],
): readonly (readonly [axis: string, value: number])[] {
  const { winRate, avgTradePnl, sharpeRatio, maxDrawdown, totalTrades } = metrics
  return [
    ['Win Rate', winRate],
    ['Avg P&L', Math.abs(avgTradePnl) / 100],
    ['Sharpe Ratio', sharpeRatio * 20],
    ['Max Drawdown', 100 - (maxDrawdown / 1000) * 100],
    ['Trade Frequency', Math.min(100, totalTrades / 10)],
  ]
}
