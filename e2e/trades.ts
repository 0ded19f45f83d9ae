// Trades as the server sends them, for tests that need known ones.
import type { Analytics } from '@trading-bot/contract/rest/analytics'
import type { Page } from '@playwright/test'
import { json } from './test.ts'

export const ANALYTICS = '**/api/bots/analytics/**'
const ID = '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2'

export function feedTrade(change: object) {
  return {
    id: ID,
    bot_id: ID,
    bot_name: 'EMA Bot',
    symbol: 'SBIN-EQ',
    order_type: 'BUY',
    quantity: 10,
    filled_quantity: 10,
    price: 800,
    pnl: null,
    charges: 20,
    status: 'executed',
    state: 'filled',
    detail: '',
    purpose: 'entry',
    reason: 'crossed up',
    mode: 'paper',
    timestamp: '2026-11-13T04:15:07.000Z',
    created_at: '2026-11-13T04:15:07.000Z',
    bot: { name: 'EMA Bot' },
    user: null,
    ...change,
  }
}

export const SOME_ANALYTICS: Analytics = {
  pnlData: [
    { date: '2026-11-12', pnl: 1200.5, cumulative: 1200.5 },
    { date: '2026-11-13', pnl: -450.25, cumulative: 750.25 },
  ],
  volumeData: [
    { date: '2026-11-12', trades: 6 },
    { date: '2026-11-13', trades: 4 },
  ],
  successRateData: [
    { date: '2026-11-12', successRate: 66.67 },
    { date: '2026-11-13', successRate: 50 },
  ],
  tradeDistribution: { profitable: 3, losing: 1, breakeven: 1 },
  performanceMetrics: {
    totalTrades: 10,
    totalPnl: 750.25,
    avgTradePnl: 150.05,
    maxDrawdown: 450.25,
    sharpeRatio: 1.5,
    winRate: 60,
  },
  recentTrades: [
    {
      id: ID,
      symbol: 'TCS-EQ',
      orderType: 'SELL',
      quantity: 5,
      price: 3500,
      pnl: -1,
      status: 'executed',
      mode: 'live',
      timestamp: '2026-11-13T04:15:00.000Z',
    },
  ],
  overview: { totalTrades: 10, totalPnL: -12.5, successRate: 60, avgTradeValue: 1, bestTrade: 1, worstTrade: -1 },
}

/** Answers with known figures; the list is what was asked for. */
export async function answerAnalytics(page: Page, answer: Analytics = SOME_ANALYTICS) {
  const asked: string[] = []
  await page.route(ANALYTICS, (route) => {
    asked.push(new URL(route.request().url()).search)
    return route.fulfill(json(200, answer))
  })
  return asked
}
