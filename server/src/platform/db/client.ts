import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { prepareStatements } from './statement-names.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** Stores accept either: the use case decides whether there is a transaction. */
export type Queryable = Db | Tx

export type Database = { readonly db: Db; readonly pool: pg.Pool; readonly close: () => Promise<void> }

/**
 * Gives the pool's own time-out the code of one: a job's end that met it is tried again, where an error without a code
 * would be thrown into the void and end the process.
 */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) return super.connect((error, client, done) => callback(named(error), client, done))
    return super.connect().catch((error: Error) => {
      throw named(error)
    })
  }
}

export const STATEMENT_LIMIT_MS = 30_000

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

function named<E extends Error | undefined>(error: E): E {
  const isTimeout = error?.message === 'timeout exceeded when trying to connect'
  return isTimeout ? Object.assign(error, { code: 'ETIMEDOUT' }) : error
}

type Options = {
  /**
   * Where a pooler in transaction mode stands between: each transaction may run in another session, so nothing is asked
   * of the session itself, neither by parameters at the start nor by statements that are sent ahead.
   */
  readonly isPooled?: boolean
  /** False behind a pooler that does not know prepared statements. */
  readonly prepares?: boolean
}

export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  max = 20,
  { isPooled = false, prepares = !isPooled }: Options = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    // Opening a connection costs the database a process and both sides a key derivation: during a slowdown it adds to
    // it.
    idleTimeoutMillis: 600_000,
    // A statement that runs this long is a bug or waits for a lock, and its request has timed out. Behind a pooler the
    // role's own limit applies (grant-application.ts).
    ...(!isPooled && { statement_timeout: STATEMENT_LIMIT_MS }),
    application_name: 'trading-bot',
    // Statements that need no answer of the one before are sent together: the engine's transactions are two round trips.
    pipeline: !isPooled,
  })
  // An idle connection that breaks (the database restarts) must not end the process; the pool opens another one.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  if (prepares) pool.on('connect', prepareStatements)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // Kysely ends the pool only if it has used it; we created the pool, so we end it.
  return { db, pool, close: () => pool.end() }
}
