import type { restartFailedBots as spec } from '@trading-bot/contract/rest/trading/admin-bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import { lockValid } from '../../../billing/subscriptions/index.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { type BotInstanceRow, findOwnBot } from '../bot-store.ts'
import { isCurrentSql } from '../is-current.ts'
import { moveBot } from '../move-bot.ts'
import { copiedTypeOf, hasCapital, resolveSettings } from '../settings/resolve-settings.ts'

type Outcome = 'restarted' | 'told' | 'left'

/**
 * After a version was deployed in place of one that failed: the bots that failed by it run the new one, all of them or
 * those that are named. A bot that trades with real money is started by its owner, who is told.
 */
export const restartFailedBots: UseCase<typeof spec> = async (context, { strategy_id, bot_ids }) => {
  const { db, clock } = context
  const strategy = await db
    .selectFrom('bots')
    .select('deployed_version')
    .where('id', '=', strategy_id)
    .executeTakeFirst()
  const version = strategy?.deployed_version ?? null
  if (version === null) return refuse('STRATEGY_NOT_KNOWN')
  const { rows } = await sql<{ id: string; user_id: string }>`
    select b.id, b.user_id from user_bots b join subscriptions s on s.id = b.subscription_id
    where b.status = 'error' and b.strategy_id = ${strategy_id} and b.archived_at is null and ${isCurrentSql(clock.now())}
      and (${bot_ids ?? null}::uuid[] is null or b.id = any(${bot_ids ?? null}))
    order by b.id`.execute(db)
  const counts: Record<Outcome, number> = { restarted: 0, told: 0, left: 0 }
  for (const { id, user_id } of rows) {
    const outcome = await db.transaction().execute(async (tx) => {
      const bot = await findOwnBot(tx, id, user_id)
      return bot?.status === 'error' ? restart(tx, context, bot) : 'left'
    })
    counts[outcome] += 1
  }
  return { message: messageOf(counts, version), ...counts }
}

/** The paper bots of one user that stopped with an error; says why none was restarted. */
export async function restartFailedOf(tx: Tx, context: Context<'admin'>, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select b.id from user_bots b join subscriptions s on s.id = b.subscription_id
    where b.status = 'error' and b.user_id = ${userId} and b.archived_at is null and ${isCurrentSql(context.clock.now())}
    order by b.id`.execute(tx)
  const outcomes: Outcome[] = []
  for (const { id } of rows) {
    const bot = await findOwnBot(tx, id, userId)
    if (bot?.status === 'error') outcomes.push(await restart(tx, context, bot))
  }
  if (outcomes.includes('restarted')) return undefined
  return outcomes.includes('told')
    ? 'The bot trades live: its owner was told to start it.'
    : 'No bot could be restarted.'
}

async function restart(tx: Tx, context: Context<'admin'>, bot: BotInstanceRow): Promise<Outcome> {
  const now = context.clock.now()
  if (bot.mode === 'live') {
    const sentence = 'What stopped the bot is mended. Start it to trade live again.'
    await addJob(tx, 'notify_user', { userBotId: bot.id, kind: 'CORRECTED', sentence }, `corrected:${bot.id}`)
    return 'told'
  }
  const subscription = await lockValid(tx, bot.subscription_id, now)
  const found = subscription && (await resolveSettings(tx, subscription, bot.strategy_id, copiedTypeOf(bot)))
  if (typeof found !== 'object' || found.strategy.id !== bot.strategy_id || !hasCapital(found.settings)) return 'left'
  const { settings, strategy } = found
  const change = { status: 'running', settings, version: strategy.version, started_at: now }
  return (await moveBot(tx, context, bot, { action: 'restart', change })) ? 'restarted' : 'left'
}

function messageOf({ restarted, told, left }: Record<Outcome, number>, version: number): string {
  const bots = (count: number) => `${count} bot${count === 1 ? '' : 's'}`
  const said = [`${bots(restarted)} restarted with version ${version}.`]
  if (told > 0) said.push(`${bots(told)} trade${told === 1 ? 's' : ''} live: the owner was told to start it.`)
  if (left > 0) said.push(`${bots(left)} could not be restarted.`)
  return said.join(' ')
}
