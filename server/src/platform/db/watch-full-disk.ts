import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { isFullDisk } from './database-trouble.ts'

type ErrorMessage = { readonly code?: string; readonly message: string }

/** Calls back whenever a statement of the pool fails because the database has no room, whoever made it. */
export function watchFullDisk(pool: pg.Pool, onFull: (message: string) => void): void {
  const watched = new WeakSet<pg.PoolClient>()
  // At every use, because some connections are older than the watch.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    // The driver hands errors to the statement's caller only; its connection is where all of them pass.
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('errorMessage', (error: ErrorMessage) => {
      if (isFullDisk(error)) onFull(error.message)
    })
  })
}
