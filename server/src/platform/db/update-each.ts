import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './client.ts'
import { groupBy } from '../group-by.ts'
import type { DB } from './tables.ts'

type Change = { readonly id: string; readonly change: object }

/**
 * Gives each row values of its own; rows that change the same columns go in one statement. Answers with the rows that
 * met the condition, in which the table is `t`.
 */
export async function updateEach<Row>(
  db: Queryable,
  table: keyof DB,
  changes: readonly Change[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const alike of groupBy(changes, ({ change }) => columnsOf(change).join()).values()) {
    const statement = alike.length === 1 ? updateOne(table, alike[0]!) : updateMany(table, alike)
    const updated = await sql<Row>`${statement} and ${condition} returning t.*`.execute(db)
    rows.push(...updated.rows)
  }
  return rows
}

function updateOne(table: string, { id, change }: Change): RawBuilder<unknown> {
  const values = columnsOf(change).map((column) => sql`${sql.ref(column)} = ${change[column as keyof typeof change]}`)
  return sql`update ${sql.table(table)} t set ${sql.join(values)} where t.id = ${id}`
}

/** The database reads the values by the types of the table's columns. */
function updateMany(table: string, changes: readonly Change[]): RawBuilder<unknown> {
  const values = columnsOf(changes[0]!.change).map((column) => sql`${sql.ref(column)} = v.${sql.ref(column)}`)
  const given = JSON.stringify(
    changes.map(({ id, change }) => ({ ...change, id })),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
  return sql`update ${sql.table(table)} t set ${sql.join(values)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${given}::jsonb) v where t.id = v.id`
}

function columnsOf(change: object): string[] {
  return Object.entries(change).flatMap(([column, value]) => (value === undefined ? [] : [column]))
}
