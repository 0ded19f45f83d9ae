import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** How many bots trade each symbol now; a symbol that none trades is not in the answer. */
export async function countRunning(db: Queryable, symbols: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ symbol: string; bots: number }>`
    select i ->> 'symbol' as symbol, count(*)::int as bots
    from user_bots b, jsonb_array_elements(b.settings -> 'instruments') i
    where b.status <> 'stopped' and b.archived_at is null and i ->> 'symbol' = any(${symbols}::text[])
    group by 1`.execute(db)
  return new Map(rows.map(({ symbol, bots }) => [symbol, bots]))
}

export function botsText(count: number): string {
  return count === 1 ? '1 running bot' : `${count} running bots`
}
