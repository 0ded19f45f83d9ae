import type { AdminDashboard, readAdminDashboard as spec } from '@trading-bot/contract/rest/trading/dashboards'
import { Refusal } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { listLogs } from '../logs/index.ts'
import { countSubscriptions, sumRefunds } from '../../billing/reports/index.ts'
import {
  average,
  firstDay,
  listTradesOfAll,
  percent,
  readTrends,
  rupees,
  sumTradeDays,
  today,
  winRate,
} from '../../trading/analytics/index.ts'
import { countPlatform, type PlatformCounts } from './count-platform.ts'
import { readMachines } from './read-machines.ts'

const RECENT = 10
const WEEK_DAYS = 7

export const readAdminDashboard: UseCase<typeof spec> = async (context) => {
  const { db, clock } = context
  const now = clock.now()
  const [counts, trading, subscriptions, machines, trends, logs, recentTrades] = await Promise.all([
    countPlatform(context),
    readTrading(context),
    readSubscriptions(context),
    readMachines(context),
    readTrends(db, now),
    listLogs(context, { limit: RECENT }),
    listTradesOfAll(db, RECENT),
  ])
  return {
    users: {
      ...counts.users,
      verification_rate: percent(counts.users.verified, counts.users.total),
    },
    bots: { ...counts.bots, ...trading.bots },
    trading: trading.trading,
    subscriptions: { ...subscriptions, expired: counts.expired, bot_plans: counts.botPlans },
    system: { ...machines, credentials: credentialsOf(counts) },
    trends,
    recent_logs: logs instanceof Refusal ? [] : logs.list,
    recent_trades: recentTrades,
  }
}

type Trading = Pick<AdminDashboard, 'trading'> & {
  bots: Omit<AdminDashboard['bots'], 'total' | 'active' | 'paused' | 'error'>
}

async function readTrading({ db, clock }: Context<'admin'>): Promise<Trading> {
  const now = clock.now()
  const [ever, week, day] = await Promise.all([
    sumTradeDays(db, 'platform'),
    sumTradeDays(db, 'platform', firstDay(now, WEEK_DAYS)),
    sumTradeDays(db, 'platform', today(now)),
  ])
  return {
    bots: {
      successful_trades: ever.wins,
      failed_trades: ever.losses,
      success_rate: winRate(ever),
      total_pnl: rupees(ever.pnlPaise),
    },
    trading: {
      total_trades: ever.trades,
      trades_today: day.trades,
      trades_week: week.trades,
      total_pnl: rupees(ever.pnlPaise),
      total_pnl_today: rupees(day.pnlPaise),
      avg_pnl_per_trade: average(ever.pnlPaise, ever.exits),
    },
  }
}

/** Counted and summed as on the subscriptions' own page. */
async function readSubscriptions(context: Context<'admin'>) {
  const [counts, refunded] = await Promise.all([countSubscriptions(context, {}), sumRefunds(context.db, {})])
  return { total: counts.total, active: counts.active, total_revenue: Number(counts.paidPaise - refunded) / 100 }
}

function credentialsOf({ credentials }: PlatformCounts): AdminDashboard['system']['credentials'] {
  return { ...credentials, verification_rate: percent(credentials.verified, credentials.total) }
}
