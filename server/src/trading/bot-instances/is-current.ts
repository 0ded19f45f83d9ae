import { type RawBuilder, sql } from 'kysely'
import { isValidSql } from '../../billing/subscriptions/index.ts'

/**
 * For statements that alias an instance as b and its subscription as s: whether it is a bot of a valid plan. One that
 * is not opens nothing and cannot be started; what it holds is still managed.
 */
export function isCurrentSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(b.ended_at is null and ${isValidSql(now)})`
}
