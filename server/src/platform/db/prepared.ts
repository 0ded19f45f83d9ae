import { createHash } from 'node:crypto'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Queryable } from './client.ts'

/** A statement of the query builder or of `sql`. */
type Statement<Row> = { readonly compile: (db: Queryable) => CompiledQuery<Row> }

const names = new Map<string, string>()

// Every connection keeps all of them: a text that varies would fill the database's memory.
const MOST_STATEMENTS = 200
const ALL_COLUMNS = /(select|,)\s+("?\w+"?\.)?\*/i

/**
 * Runs a statement that screens poll: the database parses and plans it once for each connection, not once for each call.
 * Its text is the same in every call, and it names its columns: a connection would refuse a prepared `*` as soon as a
 * migration adds a column.
 */
export async function runPrepared<Row>(db: Queryable, statement: Statement<Row>): Promise<Row[]> {
  const compiled = statement.compile(db)
  if (!names.has(compiled.sql)) addName(compiled.sql)
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

function addName(text: string): void {
  if (ALL_COLUMNS.test(text)) throw new Error(`a prepared statement names its columns: ${text}`)
  if (names.size === MOST_STATEMENTS) throw new Error(`too many prepared statements; does this text vary? ${text}`)
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 20))
}

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown

/** Sends the statements of `runPrepared` by name on this connection, which must be one session of the database. */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const named: Query = (statement, values, callback) => {
    const name = typeof statement === 'string' && Array.isArray(values) ? names.get(statement) : undefined
    return name === undefined
      ? query(statement, values, callback)
      : query({ name, text: statement, values }, undefined, callback)
  }
  Object.assign(client, { query: named })
}
