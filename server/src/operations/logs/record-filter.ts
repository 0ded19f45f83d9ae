import { dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'
import { type RawBuilder, sql } from 'kysely'

// A part such as "example.com" fits everybody: the filter then holds for the newest of them.
const MOST_PEOPLE = 200

/** The users that a part of an e-mail or a username means. */
export function peopleSql(part: string): RawBuilder<unknown> {
  const like = likeOf(part)
  return sql`select id from users where lower(email) like ${like} or lower(username) like ${like}
    order by created_at desc limit ${MOST_PEOPLE}`
}

/** Matches the text anywhere, and literally. */
export function likeOf(part: string): string {
  return `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

/** India days, both included. */
export function withinDays(
  column: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  const startOf = (day: string, daysLater: number) => new Date(indiaDayStartMs(dayNumberOf(day) + daysLater))
  return [...(from ? [sql`${column} >= ${startOf(from, 0)}`] : []), ...(to ? [sql`${column} < ${startOf(to, 1)}`] : [])]
}
