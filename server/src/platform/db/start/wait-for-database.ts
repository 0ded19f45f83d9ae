import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../../config-error.ts'
import { type DatabaseTrouble, databaseTrouble } from '../database-trouble.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const WAITED_FOR: Readonly<Record<DatabaseTrouble, string>> = {
  away: 'Waiting for the database, which does not answer yet',
  busy: 'Waiting for the database, which is busy',
  full: 'Waiting for the database, which has no room to write',
}
// No such role, a wrong password, no such database: https://www.postgresql.org/docs/current/errcodes-appendix.html
const WRONG_SETTINGS = /^(?:28000|28P01|3D000)$/

/**
 * The first use of the database, tried again with growing pauses while it is away, busy or full: a server often starts
 * together with its database. Wrong settings and faults of ours are thrown.
 */
export async function waitForDatabase<T>(
  use: () => Promise<T>,
  onWait: (sentence: string) => void,
  sleep: (pauseMs: number) => Promise<unknown> = pause,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await use()
    } catch (error) {
      if (error instanceof pg.DatabaseError && WRONG_SETTINGS.test(error.code ?? ''))
        throw new ConfigError(`The database refuses what DATABASE_URL or DATABASE_OWNER_URL says: ${error.message}.`)
      const trouble = databaseTrouble(error)
      if (!trouble) throw error
      onWait(`${WAITED_FOR[trouble]}; next try in ${pauseMs / 1_000} s (${messageOf(error)}).`)
      await sleep(pauseMs)
    }
  }
}

// A host name with several addresses fails once for each, and the error around them says nothing.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
