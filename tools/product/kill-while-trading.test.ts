// Orders survive with real processes: the engine is killed while it sends, and its database too.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { addAccounts } from '../../bench/src/fixtures/add-accounts.ts'
import { benchInstruments } from '../../bench/src/processes/open-bench-engine.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { prepareJobs } from '../../server/src/platform/db/prepare-jobs.ts'
import { freePort, startPostgres } from '../postgres.mjs'
import { until } from './until.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ACCOUNTS = 120
// Every poll sends the engine work.
const PACE = { limitMs: 80_000, everyMs: 100 }

test('kill -9 of the engine and of PostgreSQL while orders are sent loses and duplicates none', {
  timeout: 200_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-kill-'))
  const port = await freePort()
  const start = () => startPostgres({ root: ROOT, folder: path.join(folder, 'postgres'), port })
  let postgres = await start()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 3 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, path.join(ROOT, 'server/migrations'))
  await prepareJobs(pool)
  await addAccounts(pool, ACCOUNTS, benchInstruments(1), null)

  let engine = await startEngine(postgres.url)
  engine.send({ do: 'enter' })
  await until('the first order', async () => (await count(pool, 'true')) > 0)
  // Somewhere between the commit and the last acknowledgement.
  engine.kill('SIGKILL')
  engine = await startEngine(postgres.url)
  // Orders that never reached the broker are detected; accounts without a position enter again.
  const everyoneHolds = async () => {
    engine.send({ do: 'enter' })
    engine.send({ do: 'price' })
    const open = await count(pool, 'ended_at is null')
    return open === 0 && (await held(pool)).filter(({ quantity }) => quantity > 0).length === ACCOUNTS
  }
  await until('everybody to hold', everyoneHolds, PACE)

  // The whole machine at once, while the exits are sent.
  engine.send({ do: 'leave' })
  process.kill(postgres.pid, 'SIGKILL')
  engine.kill('SIGKILL')
  await postgres.exited
  postgres = await start()
  engine = await startEngine(postgres.url)
  const nobodyHolds = async () => {
    engine.send({ do: 'leave' })
    engine.send({ do: 'price' })
    const isFlat =
      (await count(pool, 'ended_at is null')) === 0 && (await held(pool)).every(({ quantity }) => quantity === 0)
    return isFlat && (await count(pool, `purpose <> 'ENTRY'`)) > 0
  }
  await until('everybody to be out', nobodyHolds, PACE)

  const { rows: doubled } = await pool.query(
    `select position_id from orders where purpose = 'ENTRY' and state <> 'DENIED' group by 1 having count(*) > 1`,
  )
  expect(doubled).toEqual([])
  const { rows: wrong } = await pool.query(`
    select o.id from orders o left join fills f on f.order_id = o.id
    group by o.id having coalesce(sum(f.quantity), 0) <> o.filled_quantity`)
  expect(wrong).toEqual([])
  const { rows: open } = await pool.query('select id from positions where closed_at is null')
  expect(open).toEqual([])
  engine.kill('SIGKILL')
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startEngine(url: string): Promise<ChildProcess> {
  const child = fork(path.join(ROOT, 'bench/src/processes/engine-process.ts'), [], {
    execArgv: ['--import', 'tsx'],
    cwd: ROOT,
    env: { ...process.env, BENCH_DATABASE_URL: url },
  })
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message) => (message as { done: string }).done === 'ready' && resolve())
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}`)))
  })
  return child
}

async function count(pool: pg.Pool, condition: string): Promise<number> {
  const answer = await pool
    .query<{ count: string }>(`select count(*) as count from orders where ${condition}`)
    .catch(() => undefined)
  return answer ? Number(answer.rows[0]?.count) : Number.NaN
}

async function held(pool: pg.Pool): Promise<readonly { quantity: number }[]> {
  const answer = await pool
    .query<{ quantity: number }>(
      `select sum(f.quantity * case o.side when 'BUY' then 1 else -1 end)::int as quantity
       from fills f join orders o on o.id = f.order_id group by o.position_id`,
    )
    .catch(() => undefined)
  return answer?.rows ?? [{ quantity: Number.NaN }]
}
