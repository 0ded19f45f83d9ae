import { type RawBuilder, sql } from 'kysely'

/** What the limit on orders counts: a bot's entries since this instant that were not denied. Exits never count. */
export function entriesSince(botId: string, since: Date): RawBuilder<number> {
  return sql<number>`(select count(*) from orders where user_bot_id = ${botId} and purpose = 'ENTRY'
    and state <> 'DENIED' and decided_at >= ${since})::int`
}
