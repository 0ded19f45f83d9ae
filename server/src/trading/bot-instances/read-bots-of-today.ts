import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Deps } from '../../platform/http/context.ts'
import { listBotInstances } from './bot-store.ts'
import { botView } from './bot-view.ts'
import { findHindrances } from './readiness/find-hindrances.ts'
import { inWords } from './readiness/will-trade.ts'

/** A user's bots with the net result of the trades they closed today; of ended ones those that still hold something. */
export async function readBotsOfToday(deps: Deps, userId: string) {
  const { db, clock } = deps
  const now = clock.now()
  const all = (await listBotInstances(db, now, { userId })).map(botView)
  const bots = all.filter(({ is_plan_ended, open_positions }) => !is_plan_ended || open_positions > 0)
  const days = await db
    .selectFrom('trade_days')
    .select(['user_bot_id', 'pnl_paise'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`day = ${isoDay(indiaDayNumber(now.getTime()))}::date`)
    .execute()
  const netOf = new Map(days.map(({ user_bot_id, pnl_paise }) => [user_bot_id, Number(pnl_paise)]))
  const started = bots.filter(({ status }) => status === 'running').map(({ id }) => id)
  const hindrancesOf = await findHindrances(deps, started)
  return bots.map(({ id, name, status, status_reason, mode }) => {
    const hindrances = hindrancesOf.get(id)
    const willTrade = hindrances ? inWords(hindrances, now) : null
    return { name, status, status_reason, mode, todayNetPaise: netOf.get(id) ?? 0, willTrade }
  })
}
