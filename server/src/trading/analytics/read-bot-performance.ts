import type { BotPerformance, readBotPerformance as spec } from '@trading-bot/contract/rest/trading/analytics'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { rupees, winRate } from './figures.ts'
import { dayCount, firstDay, startOf } from './india-days.ts'
import { listTradeDays } from './trade-days-store.ts'
import { listTradesOfBot } from './trades/trade-feed-store.ts'

const RECENT = 20
const SHOWN_INTERVALS = 200

/** An archived bot keeps its history. */
export const readBotPerformance: UseCase<typeof spec> = async ({ db, actor, clock }, { id, days }) => {
  const bot = await db.selectFrom('user_bots').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!bot || (bot.user_id !== actor.userId && !actor.isAdmin)) return refuse('NOT_FOUND')
  const from = days === undefined ? undefined : firstDay(clock.now(), dayCount(days))
  const since = from === undefined ? new Date(0) : startOf(from)
  const [traded, hours, gaps, recent] = await Promise.all([
    listTradeDays(db, { botId: id }, from),
    readHours(db, id, since),
    readGaps(db, id, since),
    listTradesOfBot(db, id, RECENT),
  ])
  const sum = (pick: (day: (typeof traded)[number]) => number) => traded.reduce((total, day) => total + pick(day), 0)
  return {
    dates: traded.map(({ day }) => day),
    pnl: traded.map(({ pnlPaise }) => rupees(pnlPaise)),
    trades: traded.map(({ trades }) => trades),
    successRate: traded.map((day) => (day.exits === 0 ? null : winRate(day))),
    volume: traded.map(({ valuePaise }) => rupees(valuePaise)),
    overview: {
      total_pnl: rupees(sum(({ pnlPaise }) => pnlPaise)),
      total_trades: sum(({ trades }) => trades),
      success_rate: winRate({ wins: sum(({ wins }) => wins), exits: sum(({ exits }) => exits) }),
      avg_interval_minutes: gaps.average,
    },
    hourly_breakdown: hours,
    trade_intervals: gaps.newest,
    recent_trades: recent,
  }
}

type HourRow = { hour: number; trades: number; wins: number; pnl_paise: string }

/** When results were realised: exits by the India hour of their last fill. */
async function readHours(db: Queryable, botId: string, since: Date): Promise<BotPerformance['hourly_breakdown']> {
  const { rows } = await sql<HourRow>`
    select extract(hour from executed_at at time zone 'Asia/Kolkata')::int as hour, count(*)::int as trades,
      (count(*) filter (where pnl_paise > 0))::int as wins, sum(pnl_paise) as pnl_paise
    from orders where user_bot_id = ${botId} and pnl_paise is not null and executed_at >= ${since}
    group by 1 order by 1`.execute(db)
  return rows.map(({ hour, trades, wins, pnl_paise }) => ({ hour, trades, wins, pnl: rupees(Number(pnl_paise)) }))
}

type GapRow = { at: Date; minutes: number; average: number }

/** Intervals between entries of one day: the night in between says nothing about how often the bot trades. */
async function readGaps(db: Queryable, botId: string, since: Date) {
  const { rows } = await sql<GapRow>`
    with entries as (
      select executed_at as at, extract(epoch from executed_at - lag(executed_at) over (
        partition by (executed_at at time zone 'Asia/Kolkata')::date order by executed_at, id))::float8 / 60 as minutes
      from orders
      where user_bot_id = ${botId} and purpose = 'ENTRY' and state = 'FILLED' and executed_at >= ${since}
    )
    select at, minutes, (avg(minutes) over ())::float8 as average from entries where minutes is not null
    order by at desc limit ${SHOWN_INTERVALS}`.execute(db)
  const round = (minutes: number) => Math.round(minutes * 100) / 100
  return {
    average: rows[0] ? round(rows[0].average) : null,
    newest: rows.map(({ at, minutes }) => ({ timestamp: at.toISOString(), minutes: round(minutes) })).toReversed(),
  }
}
