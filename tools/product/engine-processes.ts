import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { addAccounts } from '../../bench/src/fixtures/add-accounts.ts'
import { benchInstruments } from '../../bench/src/processes/open-bench-engine.ts'
import { heard } from '../../bench/src/processes/start-engine.ts'
import { migrate } from '../../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../../server/src/platform/db/start/prepare-jobs.ts'
import { freePort, startPostgres } from '../postgres.mjs'

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
  await addAccounts(pool, accounts, benchInstruments(1), null)
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

/** An engine in a process of its own, ready once it holds shards and their accounts. */
export async function startEngine(
  url: string,
  program = 'bench/src/processes/engine-process.ts',
): Promise<ChildProcess> {
  const child = fork(path.join(ROOT, program), [], {
    execArgv: ['--import', 'tsx'],
    cwd: ROOT,
    env: { ...process.env, BENCH_DATABASE_URL: url },
  })
  await heard(child, 'ready')
  return child
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
  const { rows: doubled } = await pool.query(
    `select position_id from orders where purpose = 'ENTRY' and state <> 'DENIED' group by 1 having count(*) > 1`,
  )
  expect(doubled).toEqual([])
  const { rows: wrong } = await pool.query(`
    select o.id from orders o left join fills f on f.order_id = o.id
    group by o.id having coalesce(sum(f.quantity), 0) <> o.filled_quantity`)
  expect(wrong).toEqual([])
  const { rows: unfolded } = await pool.query(`
    select p.id from positions p left join orders o on o.position_id = p.id left join fills f on f.order_id = o.id
    group by p.id having p.closed_at is not null
      and coalesce(sum(f.quantity * case o.side when 'BUY' then 1 else -1 end), 0) <> 0`)
  expect(unfolded).toEqual([])
  const { rows: open } = await pool.query('select id from positions where closed_at is null')
  expect(open).toEqual([])
}
