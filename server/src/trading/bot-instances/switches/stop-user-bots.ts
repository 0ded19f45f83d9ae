import type { AuditScene } from '../../../platform/audit/record-audit.ts'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import { countOpenPositions } from '../../orders/index.ts'
import type { BotInstanceRow } from '../bot-store.ts'
import { isParticipating } from '../bot-view.ts'
import { moveBot } from '../move-bot.ts'

export type StopInput = {
  readonly userId: string
  readonly closePositions: boolean
  /** Shown with the bot; null when its owner stopped it. */
  readonly reason: string | null
}

export type StoppedBots = {
  readonly stopped: readonly { readonly id: string; readonly name: string }[]
  /** Positions that are open or under way, of bots stopped earlier too. */
  readonly openPositions: number
}

/**
 * Stops every bot of a user at once, each as its own stop button does. With `closePositions` bots that were stopped
 * before close what they still hold, too.
 */
export async function stopUserBots(tx: Tx, scene: AuditScene, input: StopInput): Promise<StoppedBots> {
  const { userId, closePositions, reason } = input
  const bots = await lockBots(tx, userId)
  const stopped: BotInstanceRow[] = []
  for (const bot of bots) {
    const wasTrading = isParticipating(bot)
    if (!wasTrading && !closePositions) continue
    const change = { status: 'stopped', status_reason: wasTrading ? reason : bot.status_reason }
    await moveBot(tx, scene, bot, { action: 'stop', close_positions: closePositions, change })
    if (wasTrading) stopped.push(bot)
  }
  return { stopped: stopped.map(({ id, name }) => ({ id, name })), openPositions: await countOpenPositions(tx, userId) }
}

/** What a stop would do now. */
export async function previewStop(db: Queryable, userId: string) {
  const bots = await db
    .selectFrom('user_bots')
    .select('status')
    .where('user_id', '=', userId)
    .where('archived_at', 'is', null)
    .execute()
  return { running: bots.filter(isParticipating).length, openPositions: await countOpenPositions(db, userId) }
}

/** Trading bots, and stopped ones that still hold something; an archived bot may hold too. */
async function lockBots(tx: Tx, userId: string): Promise<BotInstanceRow[]> {
  return tx
    .selectFrom('user_bots')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('status', '<>', 'stopped'),
        exists(
          selectFrom('positions')
            .select('positions.id')
            .whereRef('positions.user_bot_id', '=', 'user_bots.id')
            .where('positions.closed_at', 'is', null),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}
