import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../../../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../../../server/src/platform/db/start/prepare-jobs.ts'
import { startPostgres } from '../../../product/database/postgres.mjs'
import { addAccounts } from '../../../product/testing/add-accounts.ts'
import { paperInstruments, openPaperEngine } from '../../../product/testing/open-paper-engine.ts'

export type FanOut = Awaited<ReturnType<typeof openFanOut>>

type Options = {
  readonly accounts: number
  readonly symbols: number
  readonly stopLossBps?: number | null
  readonly isSpread?: boolean
}

/** The engine on a real, durable PostgreSQL with as many accounts as wished; the bench is the market. */
export async function openFanOut({ symbols, ...options }: Options) {
  const { pool, close } = await openBenchDatabase({ symbols, ...options })
  const engine = await openPaperEngine({ pool })
  return {
    ...engine,
    pool,
    close: async () => {
      await engine.stop()
      await close()
    },
  }
}

/** A migrated database with accounts whose bots run. */
export async function openBenchDatabase({ accounts, symbols, stopLossBps = null, isSpread = false }: Options) {
  const root = process.cwd()
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-bench-'))
  const postgres = await startPostgres({ root, folder: path.join(folder, 'postgres') })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 6, pipeline: true })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, path.join(root, 'server/migrations'))
  await prepareJobs(pool)
  await addAccounts(pool, accounts, paperInstruments(symbols), stopLossBps, isSpread)
  return {
    pool,
    url: postgres.url,
    close: async () => {
      await pool.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
