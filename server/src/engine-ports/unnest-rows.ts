/** PostgreSQL types by column. */
export type Columns = Readonly<Record<string, string>>

type Unnested = { readonly from: string; readonly names: string; readonly values: unknown[] }

/** Many rows as one parameter per column: several times quicker to read for the database than as JSON. */
export function unnestRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: Columns,
  alias: string,
): Unnested {
  const names = Object.keys(columns)
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`)
  return {
    from: `unnest(${arrays.join(', ')}) as ${alias} (${names.join(', ')})`,
    names: names.join(', '),
    values: names.map((name) => rows.map((row) => textOf(row[name]))),
  }
}

function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
