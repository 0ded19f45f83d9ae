import type { Analytics, FeedTrade, readAnalytics as spec } from '@trading-bot/contract/rest/trading/analytics'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { average, maxDrawdownPaise, rupees, sharpeRatio, winRate } from './figures.ts'
import { dayCount, firstDay } from './india-days.ts'
import { listTradeDays, sumTradeDays, type TradeDay, type TradeSums } from './trade-days-store.ts'
import { listTradesOf, listTradesOfAll } from './trades/trade-feed-store.ts'

const RECENT = 20

export const readAnalytics: UseCase<typeof spec> = async ({ db, actor, clock }, { days }) => {
  const scope = actor.isAdmin ? 'platform' : { userId: actor.userId }
  const [inPeriod, ever, recent] = await Promise.all([
    listTradeDays(db, scope, firstDay(clock.now(), dayCount(days))),
    sumTradeDays(db, scope),
    actor.isAdmin ? listTradesOfAll(db, RECENT) : listTradesOf(db, actor.userId, RECENT),
  ])
  return { ...periodOf(inPeriod), recentTrades: recent.map(recentView), overview: overviewOf(ever) }
}

function periodOf(days: readonly TradeDay[]): Omit<Analytics, 'recentTrades' | 'overview'> {
  const sum = (pick: (day: TradeDay) => number) => days.reduce((total, day) => total + pick(day), 0)
  const exits = sum((day) => day.exits)
  const wins = sum((day) => day.wins)
  const losses = sum((day) => day.losses)
  const pnlPaise = sum((day) => day.pnlPaise)
  let cumulativePaise = 0
  return {
    pnlData: days.map(({ day, pnlPaise: paise }) => {
      cumulativePaise += paise
      return { date: day, pnl: rupees(paise), cumulative: rupees(cumulativePaise) }
    }),
    volumeData: days.map(({ day, trades }) => ({ date: day, trades })),
    successRateData: days.filter((day) => day.exits > 0).map((day) => ({ date: day.day, successRate: winRate(day) })),
    tradeDistribution: { profitable: wins, losing: losses, breakeven: exits - wins - losses },
    performanceMetrics: {
      totalTrades: sum(({ trades }) => trades),
      totalPnl: rupees(pnlPaise),
      avgTradePnl: average(pnlPaise, exits),
      maxDrawdown: rupees(maxDrawdownPaise(days)),
      sharpeRatio: sharpeRatio(days),
      winRate: winRate({ wins, exits }),
    },
  }
}

function overviewOf(sums: TradeSums): Analytics['overview'] {
  return {
    totalTrades: sums.trades,
    totalPnL: rupees(sums.pnlPaise),
    successRate: winRate(sums),
    avgTradeValue: average(sums.valuePaise, sums.trades),
    bestTrade: rupees(sums.bestPaise ?? 0),
    worstTrade: rupees(sums.worstPaise ?? 0),
  }
}

function recentView(trade: FeedTrade): Analytics['recentTrades'][number] {
  const { id, symbol, order_type, quantity, price, pnl, status, mode, timestamp } = trade
  return { id, symbol, orderType: order_type, quantity, price, pnl, status, mode, timestamp }
}
