// npm run upgrade-under-load -- --orders 1000000 --since 81 --json
// The newest migrations, from 81 on by default, on a database of the release before that is full and in use. Told is how long the longest call of
// each kind waited meanwhile: a screen that reads and an engine that writes.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addAccounts } from '../product/testing/add-accounts.ts'
import { addTrips } from '../product/testing/add-trading-year.ts'
import { paperInstruments } from '../product/testing/open-paper-engine.ts'
import { migrate } from '../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../server/src/platform/db/start/prepare-jobs.ts'
import { startPostgres } from '../product/database/postgres.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = path.join(ROOT, 'server/migrations')
const USERS = 1_000
const ORDERS_A_TRIP = 2
// Longer, and a trader's stop would wait for the upgrade.
const LONGEST_WAIT_MS = 1_000

/** A screen's and an engine's, by what they touch. */
const CALLS = {
  'today’s orders': `select id, state, pnl_paise from orders where user_bot_id = $1 order by decided_at desc limit 50`,
  'a bot': `select b.id, b.status, u.username from user_bots b join users u on u.id = b.user_id where b.id = $1`,
  'an order’s state': `
    update orders set detail = detail where id = (select id from orders where user_bot_id = $1 order by decided_at desc limit 1)`,
  'a bot’s status': 'update user_bots set updated_at = now() where id = $1',
} as const

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    since: { type: 'string', default: '81' },
    json: { type: 'boolean', default: false },
  },
})
const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-upgrade-'))
const postgres = await startPostgres({ root: ROOT, folder: path.join(folder, 'postgres') })
const pool = new pg.Pool({ connectionString: postgres.url, max: 8 })
pool.on('error', () => undefined)
pool.on('connect', (client) => client.on('error', () => undefined))
try {
  const orders = Number(values.orders)
  await fillReleaseBefore(orders)
  const users = useOn()
  const upgrades: { name: string; ms: number }[] = []
  for (const name of newest()) upgrades.push({ name, ms: await timed(() => migrate(pool, MIGRATIONS, upTo(name))) })
  const longestMs = await users.stop()
  const result = { orders, upgrades, longestMs }
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`)
  process.exitCode = Object.values(longestMs).every((ms) => ms <= LONGEST_WAIT_MS) ? 0 : 1
} finally {
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function all(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

function newest(): string[] {
  return all().filter((name) => Number.parseInt(name, 10) >= Number(values.since))
}

function upTo(last: string): { only: ReadonlySet<string> } {
  return { only: new Set(all().filter((name) => name <= last)) }
}

async function fillReleaseBefore(orders: number): Promise<void> {
  const last = all().findLast((name) => Number.parseInt(name, 10) < Number(values.since)) ?? ''
  await migrate(pool, MIGRATIONS, upTo(last))
  await prepareJobs(pool)
  await addAccounts(pool, USERS, paperInstruments(1), null)
  const client = new pg.Client(postgres.url)
  await client.connect()
  const trips = Math.ceil(orders / USERS / ORDERS_A_TRIP)
  for (let first = 1; first <= USERS; first += 100) await addTrips(client, first, first + 99, trips)
  await client.query('vacuum analyze')
  await client.end()
}

/** One after the other of each kind, as fast as they are answered. */
function useOn() {
  let isOver = false
  const longestMs: Record<string, number> = {}
  const work = Object.entries(CALLS).map(async ([name, text]) => {
    const { rows } = await pool.query<{ id: string }>('select id from user_bots order by id')
    for (let turn = 0; !isOver; turn++) {
      const ms = await timed(() => pool.query(text, [rows[turn % rows.length]?.id]))
      longestMs[name] = Math.max(longestMs[name] ?? 0, ms)
    }
  })
  return {
    stop: async () => {
      isOver = true
      await Promise.all(work)
      return longestMs
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return Math.round(performance.now() - begun)
}
