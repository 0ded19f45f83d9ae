import type { readBotDashboard as spec } from '@trading-bot/contract/rest/trading/dashboards'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listOwnBots } from '../bot-instances/index.ts'
import { winRate } from './figures.ts'
import { readTradingSummary } from './read-trading-summary.ts'
import { listTradesOf, listTradesOfAll } from './trades/trade-feed-store.ts'

const SHOWN_BOTS = 5
const SHOWN_TRADES = 5

export const readBotDashboard: UseCase<typeof spec> = async ({ db, actor, clock }) => {
  const limit = SHOWN_TRADES
  const [{ sums, ...summary }, bots, trades] = await Promise.all([
    readTradingSummary(db, actor, clock.now()),
    listOwnBots(db, actor, clock.now(), SHOWN_BOTS),
    actor.isAdmin ? listTradesOfAll(db, limit) : listTradesOf(db, actor.userId, limit),
  ])
  return { ...summary, success_rate: winRate(sums), bots, recent_trades: trades }
}
