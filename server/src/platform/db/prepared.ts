import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Queryable } from './client.ts'
import { nameStatement } from './statement-names.ts'

/** A statement of the query builder or of `sql`. */
type Statement<Row> = { readonly compile: (db: Queryable) => CompiledQuery<Row> }

/**
 * Runs a statement that screens poll: the database parses and plans it once for each connection, not once for each call.
 * Its text is the same in every call, and it names its columns: a connection would refuse a prepared `*` as soon as a
 * migration adds a column.
 */
export async function runPrepared<Row>(db: Queryable, statement: Statement<Row>): Promise<Row[]> {
  const compiled = statement.compile(db)
  nameStatement(compiled.sql)
  return (await db.executeQuery(compiled)).rows
}

/**
 * The ids as a table `asked (id)`. The planner expects the same number of rows of this function, however many there
 * are: it would plan anew for each number of them otherwise. The range, in which every id is, makes it expect few of
 * them, so that it looks them up by the index instead of reading the whole table.
 */
export function askedIds(ids: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select value::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
    where value between '0' and 'g'
  ) asked`
}
