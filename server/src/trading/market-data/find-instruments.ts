import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import { instrumentOf } from '../symbols/index.ts'
import type { StoredInstrument } from './store/store-days.ts'

type SymbolRow = { symbol: string; token: string; tick_paise: number; lot_size: number }

/** The named symbols, or every active one, by name. */
export async function findInstruments(db: Queryable, names?: readonly string[]): Promise<StoredInstrument[]> {
  const { rows } = await sql<SymbolRow>`
    select symbol, token, tick_paise, lot_size from symbols
    where case when ${names ?? null}::text[] is null then is_active else symbol = any(${names ?? null}::text[]) end
    order by symbol`.execute(db)
  return rows.map(instrumentOf)
}

/** Symbols by token, for those that still exist. */
export async function findByToken(db: Queryable, tokens: readonly string[]): Promise<Map<string, StoredInstrument>> {
  const { rows } = await sql<SymbolRow>`
    select symbol, token, tick_paise, lot_size from symbols where token = any(${tokens}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.token, instrumentOf(row)]))
}
