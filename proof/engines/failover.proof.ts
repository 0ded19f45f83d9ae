// The database fails over while users buy and bots trade: primary killed, replica promoted, address moved.
import path from 'node:path'
import type pg from 'pg'
import Pg from 'pg'
import { expect, test } from 'vitest'
import { addAccounts } from '../../product/testing/add-accounts.ts'
import { paperInstruments } from '../../product/testing/open-paper-engine.ts'
import { migrate } from '../../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../../server/src/platform/db/start/prepare-jobs.ts'
import { argon2Passwords } from '../../server/src/platform/security/passwords.ts'
import { startServerProcess } from '../../server/src/testing/server-process.ts'
import { ask } from '../processes/customers.ts'
import { count, expectCorrectBooks, isSettled } from './engine-processes.ts'
import type { Books } from './failover-engine.ts'
import { startReplicatedPostgres } from './replicated-postgres.ts'
import { root, statusOf } from '../../product/testing/run-start.ts'
import { startEngine } from '../../product/testing/start-engine.ts'
import { until } from '../../product/testing/until.ts'

const ACCOUNTS = 100
const PACE = { limitMs: 90_000, everyMs: 100 }
const SHARDS = 64

test('after a failover of the database users buy and bots trade again, and nothing is lost or doubled', {
  timeout: 240_000,
}, async () => {
  const postgres = await startReplicatedPostgres()
  const pool = new Pg.Pool({ connectionString: postgres.url, max: 3 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, path.join(root, 'server/migrations'))
  await prepareJobs(pool)
  await addAccounts(pool, ACCOUNTS, paperInstruments(1), null)
  await addBuyers(pool)
  await postgres.addReplica()
  const engine = await startEngine(postgres.url, path.join(import.meta.dirname, 'failover-engine.ts'))
  const api = await startServerProcess({ ROLE: 'api', DATABASE_URL: postgres.url, PAYMENTS: 'simulated' })
  const url = `http://127.0.0.1:${api.port}`
  const sale = sellPlans(url)
  await until('the first sale', () => sale.buyers.length > 0)
  engine.send({ do: 'enter' })
  await until('orders on their way', async () => (await count(pool, 'true')) > 0, { everyMs: 5 })

  const before = await holder(pool)
  const killedAt = performance.now()
  await postgres.failOver()
  const promotedMs = performance.now() - killedAt
  await until('the api', async () => (await statusOf(`${url}/api/health/`)) === 200, PACE)
  const apiMs = performance.now() - killedAt
  const isClaimed = async () => {
    const now = await holder(pool).catch(() => undefined)
    return now?.shards === SHARDS && now.engine !== before?.engine
  }
  await until('the shards to be claimed again', isClaimed, { ...PACE, everyMs: 20 })
  const claimedMs = performance.now() - killedAt
  const settle = (what: 'enter' | 'leave', holding: number) => async () => {
    for (const each of [what, 'price'] as const) engine.send({ do: each })
    return isSettled(pool, holding)
  }
  await until('everybody to hold', settle('enter', ACCOUNTS), PACE)
  const sold = sale.buyers.length
  await until('sales to go on', () => sale.buyers.length > sold + 1)
  await sale.stop()
  await until('everybody to be out', settle('leave', 0), PACE)
  const took = { promotedMs, apiMs, claimedMs }
  console.log(
    `figure: milliseconds after the kill: ${JSON.stringify(took, (_, value) => (typeof value === 'number' ? Math.round(value) : value))}`,
  )

  await expectCorrectBooks(pool)
  await expectOrdersOf(pool, await booksOf(engine))
  await expectBought(pool, sale.buyers)
  engine.kill('SIGKILL')
  await api.kill()
  await pool.end()
  await postgres.stop()
})

/** The engine that holds the shards, and how many. */
async function holder(pool: pg.Pool) {
  const { rows } = await pool.query<{ engine: number; shards: number }>(
    'select engine, count(*)::integer as shards from shard_leases where engine is not null group by engine',
  )
  return rows[0]
}

function booksOf(engine: Awaited<ReturnType<typeof startEngine>>): Promise<readonly Books[]> {
  const answered = new Promise<readonly Books[]>((resolve) => {
    engine.on('message', (message: { books?: readonly Books[] }) => message.books && resolve(message.books))
  })
  engine.send({ do: 'books' })
  return answered
}

/** What the exchange acknowledged is stored once with as many shares, and nothing else is stored as filled. */
async function expectOrdersOf(pool: pg.Pool, books: readonly Books[]): Promise<void> {
  const { rows } = await pool.query<{ client_id: string; filled_quantity: number; user_bot_id: string }>(
    'select client_id, filled_quantity, user_bot_id from orders where filled_quantity > 0 order by client_id',
  )
  const acknowledged = books.flatMap(({ instanceId, orders }) =>
    orders
      .filter(({ filledQuantity }) => filledQuantity > 0)
      .map((order) => ({ client_id: order.clientId, filled_quantity: order.filledQuantity, user_bot_id: instanceId })),
  )
  expect(rows).toEqual(acknowledged.toSorted((one, other) => (one.client_id < other.client_id ? -1 : 1)))
  // In and out once each.
  expect(acknowledged).toHaveLength(2 * ACCOUNTS)
}

/** Every payment that was answered with 200 is booked once, and the ledger sums to zero. */
async function expectBought(pool: pg.Pool, buyers: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ username: string; payments: number; booked: string[] }>(
    `select username, count(distinct p.id)::integer as payments, array_agg(e.kind order by e.kind) as booked
     from users u join payments p on p.user_id = u.id left join ledger_entries e on e.payment_id = p.id
     where p.status = 'success' group by username`,
  )
  const bought = new Map(rows.map(({ username, ...each }) => [username, each]))
  expect(rows.filter(({ booked }) => new Set(booked).size !== booked.length)).toEqual([])
  expect(buyers.map((name) => bought.get(name)?.payments)).toEqual(buyers.map(() => 1))
  expect(buyers.map((name) => bought.get(name)?.booked)).toEqual(buyers.map(() => rows[0]?.booked))
  expect(rows[0]?.booked).toEqual(['captured', 'period-granted'])
  const { rows: sums } = await pool.query('select sum(amount_paise)::text as sum from ledger_lines')
  expect(sums).toEqual([{ sum: '0' }])
}

const PASSWORD = 'Kaveri82'
const MOST_BUYERS = 60

/** Users who have no plan yet. */
async function addBuyers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'buyer_' || n, 'buyer' || n || '@example.in', 'B', 'B', '9820012345', 'beginner', $1, now(), now()
     from generate_series(1, $2::int) n`,
    [await argon2Passwords.hash(PASSWORD), MOST_BUYERS],
  )
}

/** One buyer after the other, each until the payment is answered; the list names whose payment was acknowledged. */
function sellPlans(url: string) {
  const buyers: string[] = []
  let isOver = false
  const insist = async (where: string, token: string | undefined, body?: object) => {
    for (;;) {
      const answer = await ask(url, where, token, body)
      if (answer && answer.status < 500) return answer
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const work = (async () => {
    for (let turn = 1; !isOver && turn <= MOST_BUYERS; turn++) {
      const username = `buyer_${turn}`
      const token = String((await insist('/auth/login/', undefined, { username, password: PASSWORD })).body['access'])
      const plans = (await insist('/subscriptions/plans/', token)).body as unknown as { id: string }[]
      const order = await insist('/subscriptions/payment/create-order/', token, { plan_id: plans[0]?.id })
      const { payment_id } = (order.body['data'] ?? {}) as { payment_id?: string }
      const paid = await insist('/subscriptions/payment/simulated-success/', token, { payment_id })
      if (paid.status === 200) buyers.push(username)
    }
  })()
  return {
    buyers,
    stop: () => {
      isOver = true
      return work
    },
  }
}
