import { setTimeout as pause } from 'node:timers/promises'
import type { stopAllBots as all, stopStrategy as one } from '@trading-bot/contract/rest/trading/admin-bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { setStandingSwitch } from './kill-switches.ts'

// Positions close within moments; the answer waits no longer than an administrator would.
const LOOKS = 12
const LOOK_EVERY_MS = 250

export const stopAllBots: UseCase<typeof all> = async (context) =>
  stopForToday(context, null, 'All bots were stopped for today')

export const stopStrategy: UseCase<typeof one> = async (context, { strategy_name }) => {
  const strategy = await context.db
    .selectFrom('bots')
    .select(['id', 'name'])
    .where('name', '=', strategy_name)
    .executeTakeFirst()
  if (!strategy) return refuse('STRATEGY_NOT_KNOWN')
  return stopForToday(context, strategy.id, `${strategy.name} was stopped for today`)
}

/** Holds for the India trading day; started bots trade again on the next one. */
async function stopForToday(context: Context<'admin'>, strategyId: string | null, reason: string) {
  const { db, clock } = context
  const until = new Date(indiaDayStartMs(indiaDayNumber(clock.now().getTime()) + 1))
  const scope = strategyId === null ? 'platform' : 'strategy'
  const { stopped, positions } = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from user_bots
      where status <> 'stopped' and archived_at is null and (${strategyId}::uuid is null or strategy_id = ${strategyId})`.execute(
      tx,
    )
    await setStandingSwitch(tx, context, { scope, subjectId: strategyId, reason, until, close_positions: true })
    return { stopped: rows[0]?.count ?? 0, positions: await findOpen(tx, strategyId) }
  })
  let closing = await countOpen(db, positions)
  for (let look = 0; closing > 0 && look < LOOKS; look++) {
    await pause(LOOK_EVERY_MS)
    closing = await countOpen(db, positions)
  }
  const closed = positions.length - closing
  const bots = `${stopped} bot${stopped === 1 ? '' : 's'} stopped for today.`
  return {
    message: `${bots} ${closedText(closed, closing)}`,
    stopped_bots: stopped,
    closed_positions: closed,
    open_positions: closing,
  }
}

function closedText(closed: number, closing: number): string {
  if (closed + closing === 0) return 'No position was open.'
  if (closing === 0) return `Positions: closed ${closed}.`
  return `Positions: closed ${closed}, closing ${closing}.`
}

/** Whatever state the bot is in that holds them. */
async function findOpen(db: Queryable, strategyId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from positions p join user_bots b on b.id = p.user_bot_id
    where p.closed_at is null and (${strategyId}::uuid is null or b.strategy_id = ${strategyId})`.execute(db)
  return rows.map(({ id }) => id)
}

async function countOpen(db: Queryable, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from positions where id = any(${ids}::uuid[]) and closed_at is null`.execute(db)
  return rows[0]?.count ?? 0
}
