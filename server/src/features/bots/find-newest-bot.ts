import type { Queryable } from '../../db/client.ts'
import type { BotRow } from './bot-store.ts'

/** The user's own bot: the one that takes part, else the newest; copies are beside it. */
export async function findNewestBot(db: Queryable, userId: string): Promise<BotRow | undefined> {
  return db
    .selectFrom('user_bots')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_copy', '=', false)
    .where('archived_at', 'is', null)
    .orderBy((by) => by.case().when('status', '=', 'stopped').then(1).else(0).end())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
