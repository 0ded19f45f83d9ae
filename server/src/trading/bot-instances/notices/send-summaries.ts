import { formatRupees } from '@trading-bot/core/money'
import { DAY_MS, indiaDayStartMs, isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { forEachAlone } from '../../../platform/jobs/for-each-alone.ts'
import { postAlertOnce } from '../../../accounts/notifications/index.ts'
import { type BotInstanceDetails, listBotInstances } from '../bot-store.ts'
import { effectiveLimits } from '../limits/own-limits.ts'
import { listOpenPositions } from '../positions/open-positions.ts'
import { readBotsOfToday } from '../read-bots-of-today.ts'
import { BotSettings } from '../settings/bot-settings.ts'
import { dayOver } from './day-over.ts'

const MOST_AT_ONCE = 500

/** After the close, each user who traded that day gets one summary; the job runs every five minutes. */
export async function sendSummaries(deps: Deps): Promise<void> {
  const { db, clock, calendar, config } = deps
  const day = dayOver(calendar, clock.now().getTime())
  if (day === undefined) return
  await forEachAlone(await listUsers(db, day), async (userId) => {
    const summary = await summaryOf(deps, userId, day)
    await db.transaction().execute(async (tx) => {
      await postAlertOnce(tx, config, clock.now(), { userId, kind: 'summary', about: isoDay(day), ...summary })
    })
  })
}

async function listUsers(db: Queryable, day: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct d.user_id from trade_days d join users u on u.id = d.user_id and u.status = 'active'
    where d.day = ${isoDay(day)}::date and not exists (
      select from sent_alerts s where s.user_id = d.user_id and s.kind = 'summary' and s.subject = ${isoDay(day)})
    limit ${MOST_AT_ONCE}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

type BotDay = { user_bot_id: string; trades: number; exits: number; pnl_paise: string }

async function summaryOf(deps: Deps, userId: string, day: number) {
  const { db, clock, config } = deps
  const { rows: days } = await sql<BotDay>`
    select user_bot_id, trades, exits, pnl_paise from trade_days
    where user_id = ${userId} and day = ${isoDay(day)}::date`.execute(db)
  const bots = await listBotInstances(db, clock.now(), { userId })
  const positions = await listOpenPositions(db, deps, { userId })
  const sum = (pick: (row: BotDay) => number) => days.reduce((total, row) => total + pick(row), 0)
  const net = money(sum(({ pnl_paise }) => Number(pnl_paise)))
  const lines = [
    `Net result: ${net}`,
    `Charges: ${money(await readCharges(db, userId, day))}`,
    `Orders executed: ${sum(({ trades }) => trades)}, round trips closed: ${sum(({ exits }) => exits)}`,
    ...bots.flatMap((bot) => {
      const row = days.find(({ user_bot_id }) => user_bot_id === bot.id)
      return row ? [limitLine(bot, Number(row.pnl_paise))] : []
    }),
    ...(await readBotsOfToday(deps, userId)).flatMap(({ name, willTrade }) =>
      willTrade ? [`${name}: will it trade? ${willTrade}`] : [],
    ),
    positions.length === 0
      ? 'Open positions: none'
      : `Open positions: ${positions.map(({ quantity, symbol, side }) => `${quantity} ${symbol} ${side.toLowerCase()}`).join(', ')}`,
  ]
  const text = `${lines.join('\n')}\n\nAll trades: ${config.publicUrl}/trades\nChange your alerts: ${config.publicUrl}/profile`
  return { subject: `Your day: ${net} net`, text }
}

/** Charges of the day's executed orders, whether or not their round trip has ended. */
async function readCharges(db: Queryable, userId: string, day: number): Promise<number> {
  const fromMs = indiaDayStartMs(day)
  const { rows } = await sql<{ paise: string }>`
    select coalesce(sum(charges_paise), 0) as paise from orders
    where user_id = ${userId} and decided_at >= ${new Date(fromMs)} and decided_at < ${new Date(fromMs + DAY_MS)}`.execute(
    db,
  )
  return Number(rows[0]!.paise)
}

function limitLine(bot: BotInstanceDetails, netPaise: number): string {
  const { maxLossPerDayPaise: limit } = effectiveLimits({ ...bot, settings: BotSettings.parse(bot.settings) })
  if (limit === null) return `${bot.name}: ${money(netPaise)}, no daily loss limit`
  const state = netPaise <= -limit ? 'daily loss limit reached' : 'within the daily loss limit'
  return `${bot.name}: ${money(netPaise)}, ${state} of ${money(limit)}`
}

function money(paise: number): string {
  return formatRupees(paise / 100)
}
