import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import {
  cancelSubscription,
  readMySubscription,
  updateConfiguration,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { type Lease, SHARDS } from '@trading-bot/engine/live/book/leases/lease'
import { makeEntry, NOTHING } from '@trading-bot/engine/live/testing/live-records'
import { sql } from 'kysely'
import { type StoreUnderTest, testLiveStore } from '@trading-bot/engine/live/testing/live-store-conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { LEASE_HOLDER_LOCK } from '../../../platform/db/locks.ts'
import { newId } from '../../../platform/ids.ts'
import { notifiedDuring } from '../../../testing/test-runners.ts'
import { acceptSheets, addTrader, registerAlgos } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { pgLiveStore } from './pg-live-store.ts'

const server = serverForFile()
let pool: ReturnType<typeof openDatabase>['pool']
let closePool: () => Promise<void>
const NOW = new Date('2026-11-16T06:00:00.000Z')

beforeAll(() => {
  ;({ pool, close: closePool } = openDatabase(server.deps.config.databaseUrl, () => undefined, 6))
})
afterAll(() => closePool())

const unreadable: string[] = []
const SETUP = {
  paperMarket: null,
  now: () => NOW,
  symbolOf: (token: string) => `SYMBOL-${token}`,
  onUnreadable: (error: Error) => void unreadable.push(String(error)),
}
const store = () => pgLiveStore({ pool, ...SETUP })
const SESSION_MS = NOW.getTime() - 3_600_000
const SESSION = { number: 5, openMs: SESSION_MS, week: { number: 3, openMs: SESSION_MS - 2 * 86_400_000 } }

function decide(instanceId: string, change: Partial<LiveOrder> = {}) {
  return makeEntry({ nowMs: NOW.getTime(), newId: () => newId(NOW) }, instanceId, change)
}

const SHARDS_OF_ALL = Array.from({ length: SHARDS }, (_, shard) => shard)

async function claimed() {
  const liveStore = store()
  const leaseHolder = await liveStore.join(() => undefined)
  const leases: Lease[] = []
  while (leases.length < SHARDS) leases.push(...(await leaseHolder.claim((await leaseHolder.confirm([])).free)))
  return { liveStore, leases, leave: leaseHolder.leave }
}

describe('PostgreSQL', () => {
  const subject: StoreUnderTest = {
    open: store,
    nowMs: NOW.getTime(),
    newId: () => newId(NOW),
    addInstance: async () => {
      const { id } = await addTrader(server)
      await registerAlgos(server)
      await server.db.updateTable('user_bots').set({ mode: 'live' }).where('id', '=', id).execute()
      return id
    },
    stopInstance: async (id) =>
      void (await server.db.updateTable('user_bots').set({ status: 'stopped' }).where('id', '=', id).execute()),
    endPlan: async (id) => {
      const own = server.db.selectFrom('user_bots').select('subscription_id').where('id', '=', id)
      await server.db
        .updateTable('subscriptions')
        .set({ end_at: new Date(NOW.getTime() - 1) })
        .where('id', 'in', own)
        .execute()
    },
    setSwitch: async (isOn) => {
      await sql`delete from kill_switches`.execute(server.db)
      if (isOn)
        await sql`insert into kill_switches (id, scope, reason, set_at) values (gen_random_uuid(), 'platform', 'r', now())`.execute(
          server.db,
        )
    },
    takeOver: async () => void (await sql`update shard_leases set fence = fence + 1`.execute(server.db)),
    letTimePass: async (ms) => {
      const passed = sql`${ms} * interval '1 millisecond'`
      await sql`update engines set confirmed_at = confirmed_at - ${passed}`.execute(server.db)
      await sql`update shard_leases set safe_at = safe_at - ${passed}`.execute(server.db)
    },
    endSessions: async () =>
      // Not those of the databases of other files.
      void (await sql`
        select pg_terminate_backend(pid) from pg_locks where classid = ${LEASE_HOLDER_LOCK} and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())`.execute(server.db)),
  }
  testLiveStore(() => subject)
})

test('a batch is stored as people read it: the symbol, the filled quantity and value', async () => {
  const { id } = await addTrader(server)
  const { liveStore, leases, leave } = await claimed()
  const { order, position } = decide(id)
  const fill = { tradeId: 't1', side: 'BUY' as const, quantity: 10, pricePaise: 80_010, atMs: NOW.getTime() }
  await liveStore.write(leases, { ...NOTHING, newOrders: [order], positions: [position] })
  const filled = { ...order, state: 'FILLED' as const, fills: [fill], endedAtMs: NOW.getTime() }
  await liveStore.write(leases, {
    ...NOTHING,
    changedOrders: [filled],
    newFills: [{ instanceId: id, orderId: order.id, fill }],
  })
  const row = await server.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ filled_quantity: 10, filled_value_paise: '800100', symbol: 'SYMBOL-3045' })
  await leave()
})

test('whose orders have changed is told after the commit, by the database or to the bus, never by both', async () => {
  const { id, user_id } = await addTrader(server)
  const { liveStore, leases, leave } = await claimed()
  const changed: string[][] = []
  const onBus = pgLiveStore({ ...SETUP, pool, onChanged: (userIds) => changed.push([...userIds]) })
  const listening = await pool.connect()
  const notified: string[] = []
  listening.on('notification', ({ payload }) => notified.push(payload ?? ''))
  await listening.query('listen orders')
  const { order, position } = decide(id)
  await onBus.write(leases, { ...NOTHING, newOrders: [order], positions: [position] })
  await onBus.write(leases, { ...NOTHING, sendings: [{ ...order, sentAtMs: NOW.getTime() }] })
  await onBus.write(leases, { ...NOTHING, changedOrders: [{ ...order, state: 'ACKNOWLEDGED' }] })
  expect(changed).toEqual([[], [user_id], [user_id]])
  await listening.query(`select pg_notify('orders', 'end of the bus')`)
  expect(notified).toEqual(['end of the bus'])
  await liveStore.write(leases, { ...NOTHING, changedOrders: [{ ...order, state: 'ACKNOWLEDGED' }] })
  await listening.query('select')
  expect(notified).toEqual(['end of the bus', ''])
  expect(changed).toHaveLength(3)
  listening.release(true)
  await leave()
})

test('a row that nobody could have written keeps its account from trading, and no other', async () => {
  const { id } = await addTrader(server)
  const other = await addTrader(server)
  const { liveStore, leases, leave } = await claimed()
  const { order, position } = decide(id)
  await liveStore.write(leases, { ...NOTHING, newOrders: [order], positions: [position] })
  await sql`update positions set exit_reason = 'NONSENSE' where id = ${position.id}`.execute(server.db)
  unreadable.length = 0
  const accounts = await liveStore.load(leases, SESSION)
  expect(accounts.map(({ instance }) => instance.id)).toContain(other.id)
  expect(accounts.map(({ instance }) => instance.id)).not.toContain(id)
  expect(unreadable).toEqual([expect.stringContaining(position.id)])
  await leave()
})

test('after a plan change the former bot only exits, its successor waits until it is flat, and the day’s loss carries over', async () => {
  const { id, token, botPlan } = await addTrader(server)
  const { liveStore, leases, leave } = await claimed()
  const held = decide(id)
  await liveStore.write(leases, { ...NOTHING, newOrders: [held.order], positions: [held.position] })
  const { id: subscription } = (await server.call(readMySubscription, {}, token)).body
  await server.call(updateConfiguration, { id: subscription, capital_amount: 100_000 }, token)
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('rsi_strategy').id }, token)
  const next = (await server.call(readParticipation, {}, token)).body.bot?.id ?? ''
  const exit = decide(id, { purpose: 'STOP', side: 'SELL', positionId: held.position.id })
  const entries = [decide(id), decide(next)]
  const batch = {
    newOrders: [exit.order, ...entries.map(({ order }) => order)],
    positions: entries.map(({ position }) => position),
  }
  const { refused } = await liveStore.write(leases, { ...NOTHING, ...batch })
  expect([...refused].toSorted()).toEqual(entries.map(({ order }) => order.id).toSorted())
  const strategies = await server.db
    .selectFrom('orders')
    .innerJoin('bots', 'bots.id', 'orders.strategy_id')
    .select(['orders.id', 'bots.name'])
    .where('orders.id', 'in', [held.order.id, exit.order.id])
    .execute()
  expect(strategies.map(({ name }) => name)).toEqual(['EMA Bot', 'EMA Bot'])
  const ended = { ...exit.order, state: 'FILLED' as const, pnlPaise: -12_345, endedAtMs: NOW.getTime() }
  const closed = { ...held.position, closedAtMs: NOW.getTime() }
  const denied = entries.map(({ position }) => ({ ...position, closedAtMs: NOW.getTime() }))
  const notified = await notifiedDuring(server, () =>
    liveStore.write(leases, { ...NOTHING, changedOrders: [ended], positions: [closed, ...denied] }),
  )
  expect(notified).toContain(next)
  const [loaded] = await liveStore.accounts([next], SESSION)
  expect(loaded).toMatchObject({
    instance: { isRunning: true, carriedPaise: -12_345 },
    realisedThisSessionPaise: -12_345,
    realisedThisWeekPaise: -12_345,
    entriesThisSession: 0,
    realisedLongPaise: 0,
  })
  await leave()
})

test('a cancelled plan’s open position stays with the engine: its exit passes, an entry does not', async () => {
  const { id, token } = await addTrader(server)
  const { liveStore, leases, leave } = await claimed()
  const held = decide(id)
  await liveStore.write(leases, { ...NOTHING, newOrders: [held.order], positions: [held.position] })
  await server.call(cancelSubscription, {}, token)
  // The plan had time left: the stopped bot is what denies the entry.
  const instances = await liveStore.instances([id], SHARDS_OF_ALL)
  expect(instances).toMatchObject([{ id, isRunning: false }])
  const account = (await liveStore.load(leases, SESSION)).find(({ instance }) => instance.id === id)
  expect(account?.positions.map((position) => position.id)).toEqual([held.position.id])
  const entry = decide(id)
  const exit = decide(id, { purpose: 'SQUARE_OFF', side: 'SELL', positionId: held.position.id })
  const { refused } = await liveStore.write(leases, {
    ...NOTHING,
    newOrders: [entry.order, exit.order],
    positions: [entry.position],
  })
  expect([...refused]).toEqual([entry.order.id])
  const closed = { ...held.position, closedAtMs: NOW.getTime() }
  await liveStore.write(leases, { ...NOTHING, positions: [closed, { ...entry.position, closedAtMs: NOW.getTime() }] })
  // With nothing left to close, the engine no longer manages it.
  expect(await liveStore.instances([id], SHARDS_OF_ALL)).toEqual([])
  await leave()
})

test('a position that its owner has called theirs is told with its bot until it is closed, and a confirmed one never', async () => {
  const { id, user_id } = await addTrader(server)
  const { liveStore, leases, leave } = await claimed()
  const [mine, bots] = [decide(id), decide(id)]
  const both = [mine, bots]
  await liveStore.write(leases, {
    ...NOTHING,
    newOrders: both.map(({ order }) => order),
    positions: both.map(({ position }) => position),
  })
  const answered = { user_bot_id: id, answered_by: user_id, answered_at: NOW }
  const answers = [
    { ...answered, position_id: mine.position.id, answer: 'owners' },
    { ...answered, position_id: bots.position.id, answer: 'bots' },
  ]
  await server.db.insertInto('position_answers').values(answers).execute()
  const released = async () => (await liveStore.instances([id], SHARDS_OF_ALL))[0]?.positionsToRelease
  expect(await released()).toEqual([mine.position.id])
  await liveStore.write(leases, { ...NOTHING, positions: [{ ...mine.position, closedAtMs: NOW.getTime() }] })
  expect(await released()).toEqual([])
  await leave()
})

test('a live order carries its algo id; a suspended algo denies entries, and exits pass under the id of their entry', async () => {
  const [algoId] = await registerAlgos(server)
  const paper = await addTrader(server)
  const { id } = await addTrader(server)
  await server.db.updateTable('user_bots').set({ mode: 'live' }).where('id', '=', id).execute()
  const { liveStore, leases, leave } = await claimed()
  // The owner has not accepted the sheet of this version.
  const early = decide(id)
  const unaccepted = { newOrders: [early.order], positions: [early.position] }
  expect([...(await liveStore.write(leases, { ...NOTHING, ...unaccepted })).refused]).toEqual([early.order.id])
  await acceptSheets(server)
  const [held, onPaper] = [decide(id), decide(paper.id)]
  const first = { newOrders: [held.order, onPaper.order], positions: [held.position, onPaper.position] }
  expect([...(await liveStore.write(leases, { ...NOTHING, ...first })).refused]).toEqual([])
  const exits: LiveOrder[] = []
  const denied: string[] = []
  for (const state of ['suspended', 'withdrawn']) {
    await server.db.updateTable('algo_registrations').set({ state }).execute()
    expect(await liveStore.instances([id], SHARDS_OF_ALL)).toMatchObject([{ isRunning: false }])
    const entry = decide(id)
    const exit = decide(id, { purpose: 'EXIT', side: 'SELL', positionId: held.position.id, attempt: exits.length + 1 })
    const batch = { newOrders: [entry.order, exit.order], positions: [entry.position] }
    denied.push(...(await liveStore.write(leases, { ...NOTHING, ...batch })).refused)
    expect(denied.at(-1)).toBe(entry.order.id)
    exits.push(exit.order)
  }
  await server.db.updateTable('algo_registrations').set({ state: 'registered' }).execute()
  const rows = await server.db
    .selectFrom('orders')
    .select(['id', 'algo_id'])
    .where('user_bot_id', 'in', [id, paper.id])
    .execute()
  const idOf = (order: string) => rows.find((row) => row.id === order)?.algo_id
  expect([held.order, ...exits].map((order) => idOf(order.id))).toEqual([algoId, algoId, algoId])
  expect(idOf(onPaper.order.id)).toBeNull()
  await leave()
})

test('instruments are found by token, whether or not they are still traded', async () => {
  const symbol = await server.db.selectFrom('symbols').select(['symbol', 'token']).limit(1).executeTakeFirstOrThrow()
  await server.db.updateTable('symbols').set({ is_active: false }).where('token', '=', symbol.token).execute()
  expect(await store().instruments([symbol.token, 'nobody'])).toMatchObject([symbol])
})

test('an account is loaded with the week’s result, the peak of its profit and the limit that stopped the week', async () => {
  const { id } = await addTrader(server)
  await sql`update user_bots set settings = jsonb_set(settings, '{limits,maxDrawdownPaise}', '100000') where id = ${id}`.execute(
    server.db,
  )
  const { liveStore, leases, leave } = await claimed()
  const dayMs = 86_400_000
  // Last week +₹900 and -₹200, this week -₹300 yesterday and +₹100 today.
  for (const [pnlPaise, daysAgo] of [
    [90_000, 9],
    [-20_000, 8],
    [-30_000, 1],
    [10_000, 0],
  ] as const) {
    const endedAtMs = NOW.getTime() - daysAgo * dayMs
    const { order, position } = decide(id, { purpose: 'EXIT', side: 'SELL' })
    await liveStore.write(leases, { ...NOTHING, newOrders: [order], positions: [position] })
    const ended = { ...order, state: 'FILLED' as const, endedAtMs, pnlPaise }
    await liveStore.write(leases, {
      ...NOTHING,
      changedOrders: [ended],
      positions: [{ ...position, openedAtMs: endedAtMs, closedAtMs: endedAtMs }],
    })
  }
  const stopped = (sessionNumber: number, by: 'WEEKLY_LOSS' | 'DAILY_LOSS') =>
    liveStore.write(leases, { ...NOTHING, stoppedDays: [{ instanceId: id, sessionNumber, by }] })
  const load = async () => (await liveStore.accounts([id], SESSION))[0]!
  expect(await load()).toMatchObject({
    realisedLongPaise: 50_000,
    realisedThisSessionPaise: 10_000,
    realisedThisWeekPaise: -20_000,
    peakNetPaise: 90_000,
    stoppedBy: null,
  })
  await stopped(SESSION.number - 1, 'DAILY_LOSS')
  await stopped(SESSION.week.number - 1, 'WEEKLY_LOSS')
  expect((await load()).stoppedBy).toBe(null)
  await stopped(SESSION.week.number, 'WEEKLY_LOSS')
  expect((await load()).stoppedBy).toBe('WEEKLY_LOSS')
  await stopped(SESSION.number, 'DAILY_LOSS')
  expect((await load()).stoppedBy).toBe('DAILY_LOSS')
  await leave()
})
