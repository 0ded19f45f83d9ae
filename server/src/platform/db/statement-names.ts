import { createHash } from 'node:crypto'
import type pg from 'pg'

const names = new Map<string, string>()

// Every connection keeps all of them: a text that varies would fill the database's memory.
const MOST_STATEMENTS = 200
const ALL_COLUMNS = /(select|,)\s+("?\w+"?\.)?\*/i

/** From now on the statement is sent by name, where the connection prepares statements. */
export function nameStatement(text: string): void {
  if (names.has(text)) return
  if (ALL_COLUMNS.test(text)) throw new Error(`a prepared statement names its columns: ${text}`)
  if (names.size === MOST_STATEMENTS) throw new Error(`too many prepared statements; does this text vary? ${text}`)
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 20))
}

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown

/** Sends named statements by their names on this connection, which must be one session of the database. */
export function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const named: Query = (statement, values, callback) => {
    const name = typeof statement === 'string' && Array.isArray(values) ? names.get(statement) : undefined
    return name === undefined
      ? query(statement, values, callback)
      : query({ name, text: statement, values }, undefined, callback)
  }
  Object.assign(client, { query: named })
}
