import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'

const READABLE = ['text', 'character varying', 'character', 'name', 'json', 'jsonb', 'xml', 'bytea', 'ARRAY']

/** Every value that can hold text, of every table of every schema: what a thief of the database could read. */
export async function dumpDatabase(db: Db): Promise<string> {
  const { rows: columns } = await sql<{ table_schema: string; table_name: string; column_name: string }>`
    select c.table_schema, c.table_name, c.column_name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.data_type = any(${READABLE})`.execute(db)
  const dumps = columns.map(async ({ table_schema, table_name, column_name }) => {
    const column = sql.ref(column_name)
    // Bytes as letters too, where they are printable.
    const { rows } = await sql<{ value: string }>`
      select ${column}::text || coalesce(' ' || encode(case pg_typeof(${column})::text when 'bytea'
        then ${column}::text::bytea end, 'escape'), '') as value
      from ${sql.table(`${table_schema}.${table_name}`)} where ${column} is not null`.execute(db)
    return rows.map(({ value }) => `${table_schema}.${table_name}.${column_name}: ${value}`).join('\n')
  })
  return (await Promise.all(dumps)).join('\n')
}
