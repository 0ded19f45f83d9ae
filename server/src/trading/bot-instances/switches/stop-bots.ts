import { setTimeout as pause } from 'node:timers/promises'
import type { stopAllBots as all, stopStrategy as one } from '@trading-bot/contract/rest/trading/admin-bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
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
  const stopped = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from user_bots
      where status <> 'stopped' and archived_at is null and (${strategyId}::uuid is null or strategy_id = ${strategyId})`.execute(
      tx,
    )
    await setStandingSwitch(tx, context, { scope, subjectId: strategyId, reason, until, close_positions: true })
    return rows[0]?.count ?? 0
  })
  let open = await countOpen(context, strategyId)
  for (let look = 0; open > 0 && look < LOOKS; look++) {
    await pause(LOOK_EVERY_MS)
    open = await countOpen(context, strategyId)
  }
  const bots = `${stopped} bot${stopped === 1 ? '' : 's'} stopped for today.`
  const positions =
    open === 0 ? 'Every position is closed.' : `${open} position${open === 1 ? ' is' : 's are'} still being closed.`
  return { message: `${bots} ${positions}`, stopped_bots: stopped, open_positions: open }
}

async function countOpen({ db }: Context, strategyId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from positions p join user_bots b on b.id = p.user_bot_id
    where p.closed_at is null and (${strategyId}::uuid is null or b.strategy_id = ${strategyId})`.execute(db)
  return rows[0]?.count ?? 0
}
