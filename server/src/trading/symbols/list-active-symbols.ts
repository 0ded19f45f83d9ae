import type { listSymbols as symbols } from '@trading-bot/contract/rest/billing/plans'
import type { Selectable } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Symbols } from '../../platform/db/tables.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { shownPrices } from '../../platform/prices/price-rules.ts'

export const listSymbols: UseCase<typeof symbols> = async (context) => {
  const rows = await listActiveSymbols(context.db)
  const prices = shownPrices(context, context.actor.isAdmin)
  return rows.map(({ id, symbol, token, name, is_active, created_at, lot_size }) => {
    const lastPaise = prices?.lastPaise(token)
    return {
      id,
      symbol,
      token,
      name,
      is_active,
      created_at: created_at.toISOString(),
      lot_size,
      last_price: lastPaise === undefined ? null : lastPaise / 100,
    }
  })
}

async function listActiveSymbols(db: Queryable): Promise<Selectable<Symbols>[]> {
  return db.selectFrom('symbols').selectAll().where('is_active', '=', true).orderBy('symbol').execute()
}
