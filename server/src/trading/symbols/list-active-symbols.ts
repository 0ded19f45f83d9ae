import type { listSymbols as symbols } from '@trading-bot/contract/rest/billing/plans'
import type { Selectable } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Symbols } from '../../platform/db/tables.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'

export const listSymbols: UseCase<typeof symbols> = async ({ db }) => {
  const rows = await listActiveSymbols(db)
  return rows.map(({ id, symbol, token, name, is_active, created_at }) => ({
    id,
    symbol,
    token,
    name,
    is_active,
    created_at: created_at.toISOString(),
  }))
}

async function listActiveSymbols(db: Queryable): Promise<Selectable<Symbols>[]> {
  return db.selectFrom('symbols').selectAll().where('is_active', '=', true).orderBy('symbol').execute()
}
