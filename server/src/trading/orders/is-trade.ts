import { type RawBuilder, sql } from 'kysely'

/** A stop that rests at the exchange is an order, but no trade until it fills. */
export function isTrade(orders: string): RawBuilder<boolean> {
  const table = sql.ref(orders)
  return sql<boolean>`(${table}.purpose <> 'PROTECT' or ${table}.filled_quantity > 0)`
}
