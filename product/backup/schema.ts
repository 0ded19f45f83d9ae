import type pg from 'pg'

export type TableName = { readonly schema: string; readonly name: string }

export function nameOf({ schema, name }: TableName): string {
  return `"${schema}"."${name}"`
}

/** Every table of ours, except the job queue's list of migrations, which its package applies itself. */
export async function listTables(client: pg.ClientBase): Promise<TableName[]> {
  const { rows } = await client.query<TableName>(`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not (n.nspname = 'graphile_worker' and c.relname = 'migrations')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)
  return rows
}

/** Generated columns are left out: they are computed from the others and accept no value. */
export async function listColumns(client: pg.ClientBase, table: TableName): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [nameOf(table)],
  )
  return rows.map(({ name }) => name)
}

export async function listSequences(client: pg.ClientBase) {
  const { rows } = await client.query<TableName>(`
    select schemaname as schema, sequencename as name from pg_sequences where schemaname !~ '^pg_' order by 1, 2`)
  const sequences = []
  for (const sequence of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${nameOf(sequence)}`,
    )
    for (const row of state.rows) sequences.push({ ...sequence, ...row })
  }
  return sequences
}

export async function readJobSchema(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ level: number }>(
    'select coalesce(max(id), 0)::int as level from graphile_worker.migrations',
  )
  return rows[0]?.level ?? 0
}
