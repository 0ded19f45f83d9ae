import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import { listBotInstances } from './bot-store.ts'
import { botView } from './bot-view.ts'

/** A user's bots with the net result of the trades they closed today. */
export async function readBotsOfToday(db: Queryable, userId: string, now: Date) {
  const bots = (await listBotInstances(db, now, { userId })).map(botView)
  const days = await db
    .selectFrom('trade_days')
    .select(['user_bot_id', 'pnl_paise'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`day = ${isoDay(indiaDayNumber(now.getTime()))}::date`)
    .execute()
  const netOf = new Map(days.map(({ user_bot_id, pnl_paise }) => [user_bot_id, Number(pnl_paise)]))
  return bots.map(({ id, name, status, status_reason, mode }) => ({
    name,
    status,
    status_reason,
    mode,
    todayNetPaise: netOf.get(id) ?? 0,
  }))
}
