import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { addAccounts } from '../../product/testing/add-accounts.ts'
import { paperInstruments } from '../../product/testing/open-paper-engine.ts'
import { migrate } from '../../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../../server/src/platform/db/start/prepare-jobs.ts'
import { findBrokenBooks } from '../chaos/broken-books.ts'
import { freePort, startPostgres } from '../../product/database/postgres.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A PostgreSQL of its own with running bots, for engines that are to be killed. */
export async function openTradedDatabase(accounts: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-kill-'))
  const port = await freePort()
  const start = () => startPostgres({ root: ROOT, folder: path.join(folder, 'postgres'), port })
  let postgres = await start()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 3 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, path.join(ROOT, 'server/migrations'))
  await prepareJobs(pool)
  await addAccounts(pool, accounts, paperInstruments(1), null)
  return {
    pool,
    url: postgres.url,
    kill: async () => {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.exited
      postgres = await start()
    },
    close: async () => {
      await pool.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Orders, or not a number while the database is away. */
export async function count(pool: pg.Pool, condition: string): Promise<number> {
  const answer = await pool
    .query<{ count: string }>(`select count(*) as count from orders where ${condition}`)
    .catch(() => undefined)
  return answer ? Number(answer.rows[0]?.count) : Number.NaN
}

/** Shares by position. */
export async function held(pool: pg.Pool): Promise<readonly { quantity: number }[]> {
  const answer = await pool
    .query<{ quantity: number }>(
      `select sum(f.quantity * case o.side when 'BUY' then 1 else -1 end)::int as quantity
       from fills f join orders o on o.id = f.order_id group by o.position_id`,
    )
    .catch(() => undefined)
  return answer?.rows ?? [{ quantity: Number.NaN }]
}

/** True once no order is open and every account holds, or none. */
export async function isSettled(pool: pg.Pool, holding: number): Promise<boolean> {
  if ((await count(pool, 'ended_at is null')) !== 0) return false
  return (await held(pool)).filter(({ quantity }) => quantity !== 0).length === holding
}

export async function expectCorrectBooks(pool: pg.Pool): Promise<void> {
  expect(await findBrokenBooks(pool)).toEqual([])
  const { rows: open } = await pool.query('select id from positions where closed_at is null')
  expect(open).toEqual([])
}
