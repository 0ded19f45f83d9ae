import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'

/** Zeros and empty lists, shown below the error message when analytics cannot be loaded. */
export const NO_ANALYTICS: Analytics = {
  pnlData: [],
  volumeData: [],
  successRateData: [],
  tradeDistribution: { profitable: 0, losing: 0, breakeven: 0 },
  performanceMetrics: { totalTrades: 0, totalPnl: 0, avgTradePnl: 0, maxDrawdown: 0, sharpeRatio: 0, winRate: 0 },
  recentTrades: [],
  overview: { totalTrades: 0, totalPnL: 0, successRate: 0, avgTradeValue: 0, bestTrade: 0, worstTrade: 0 },
}
