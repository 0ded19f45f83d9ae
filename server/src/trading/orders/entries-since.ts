import { type RawBuilder, sql } from 'kysely'

type Column = ReturnType<typeof sql.ref>

/**
 * What the limit on orders counts: a bot's entries since this instant that were not denied. Exits never count. Both
 * may be columns of the statement around it.
 */
export function entriesSince(botId: string | Column, since: Date | Column): RawBuilder<number> {
  return sql<number>`(select count(*) from orders where user_bot_id = ${botId} and purpose = 'ENTRY'
    and state <> 'DENIED' and decided_at >= ${since})::int`
}
