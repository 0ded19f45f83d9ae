import type {
  Bot,
  listBotOrders as orders,
  listBotPositions as positions,
  listBots as list,
  readBot as read,
  readKillSwitches as switches,
} from '@trading-bot/contract/rest/trading/bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { Actor, Context } from '../../platform/http/context.ts'
import { type BotInstanceDetails, findBotInstance, listBotInstances } from './bot-store.ts'
import { botView } from './bot-view.ts'
import { currentSession } from './limits/current-session.ts'
import { maySee } from './may-see.ts'
import { findBotPositions } from './positions/open-positions.ts'
import { listSwitches } from './switches/list-switches.ts'
import { listNewestTrades } from './trade-store.ts'
import { tradeView } from './trade-view.ts'

export const listBots: UseCase<typeof list> = async ({ db, actor, clock }) => ({
  data: await listOwnBots(db, actor, clock.now()),
})

/** The caller's bots, newest first; all bots for an administrator. */
export async function listOwnBots(db: Queryable, actor: Actor, now: Date, limit?: number): Promise<Bot[]> {
  const which = actor.isAdmin ? {} : { userId: actor.userId }
  const lines = await listBotInstances(db, now, limit === undefined ? which : { ...which, limit })
  return lines.map(botView)
}

export const readBot: UseCase<typeof read> = async (context, { id }) => {
  const line = await findVisible(context, id)
  return line ? botView(line) : refuse('NOT_FOUND')
}

/** An administrator may see every bot; for others another user's bot does not exist. */
export async function findVisible(
  { db, actor, clock }: Context<'owner'>,
  id: string,
): Promise<BotInstanceDetails | undefined> {
  const line = await findBotInstance(db, clock.now(), id)
  return line && maySee(actor, line.user_id) ? line : undefined
}

export const listBotOrders: UseCase<typeof orders> = async ({ db, actor, calendar, clock }, { id, limit }) => {
  const since = new Date(currentSession(calendar, clock.now()).openMs)
  const rows = (await listNewestTrades(db, id.toLowerCase(), { since, limit })) ?? []
  if (!rows[0] || !maySee(actor, rows[0].owner_id)) return refuse('NOT_FOUND')
  return rows.flatMap((row) => (row.id === null ? [] : [tradeView(row)]))
}

export const listBotPositions: UseCase<typeof positions> = async (context, { id }) =>
  (await findBotPositions(context, id)) ?? refuse('NOT_FOUND')

export const readKillSwitches: UseCase<typeof switches> = async ({ db, actor, clock }) => {
  const standing = await listSwitches(db, actor.userId, clock.now())
  return standing.map(({ scope, reason, until }) => ({ scope, reason, until: until?.toISOString() ?? null }))
}
