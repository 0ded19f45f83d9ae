import { isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'

export type Comparison = {
  readonly equal_bars: number
  readonly different_bars: number
  readonly only_in_feed: number
  readonly only_at_broker: number
  readonly largest_bps: number
}

export async function saveComparison(
  tx: Queryable,
  { token, day }: { readonly token: string; readonly day: number },
  found: Comparison,
  now: Date,
): Promise<void> {
  await sql`
    insert into feed_comparisons (token, day, compared_at, equal_bars, different_bars, only_in_feed, only_at_broker, largest_bps)
    values (${token}, ${isoDay(day)}::date, ${now}, ${found.equal_bars}, ${found.different_bars}, ${found.only_in_feed},
      ${found.only_at_broker}, ${found.largest_bps})
    on conflict (token, day) do update set compared_at = excluded.compared_at, equal_bars = excluded.equal_bars,
      different_bars = excluded.different_bars, only_in_feed = excluded.only_in_feed,
      only_at_broker = excluded.only_at_broker, largest_bps = excluded.largest_bps`.execute(tx)
}

export async function findComparison(db: Queryable, token: string, day: number) {
  const { rows } = await sql<Comparison & { compared_at: Date }>`
    select equal_bars, different_bars, only_in_feed, only_at_broker, largest_bps, compared_at from feed_comparisons
    where token = ${token} and day = ${isoDay(day)}::date`.execute(db)
  return rows[0] ? { ...rows[0], compared_at: rows[0].compared_at.toISOString() } : null
}
