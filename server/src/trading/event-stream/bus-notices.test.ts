// Event streams of several processes on one bus, and changes that are committed in another order than they were made in.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NatsServer, startNatsServer } from '../../../../product/programs/nats-server.mjs'
import type { Bus } from '../../platform/bus/bus.ts'
import { natsBus } from '../../platform/bus/nats-bus.ts'
import { NOTICES } from '../../platform/bus/notices.ts'
import type { EventStreamHub, Listener } from '../../platform/http/event-stream.ts'
import { eventually } from '../../testing/eventually.ts'
import { addOrderChange } from '../../testing/add-order-change.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { openEventStream } from './open-event-stream.ts'
import { busNotices } from './watch-notices.ts'

const server = serverForFile()
let pool: pg.Pool
let nats: NatsServer
const hubs: EventStreamHub[] = []
const buses: Bus[] = []
beforeAll(() => {
  pool = new pg.Pool({ connectionString: server.deps.config.databaseUrl, max: 4 })
})
beforeEach(async () => {
  nats = await startNatsServer()
})
afterEach(async () => {
  for (const hub of hubs.splice(0)) hub.stop()
  for (const bus of buses.splice(0)) await bus.close()
  await nats.stop()
})
afterAll(() => pool.end())

const decide = (trader: Trader, change: { beforeCommit?: () => Promise<void> } = {}) =>
  addOrderChange(server.db, trader, { now: server.deps.clock.now(), isNotified: false, ...change })

type Trader = { user_id: string; id: string }

async function openBus(): Promise<Bus> {
  const bus = natsBus({ url: nats.url, caFile: undefined, keys: [Buffer.alloc(32, 1)] }, () => undefined)
  buses.push(bus)
  let isConnected = false
  bus.watchConnection((isNow) => (isConnected = isNow))
  await eventually(() => expect(isConnected).toBe(true))
  return bus
}

/** An API process: what its client receives, by order id, and the last event's id. */
async function openProcess(trader: Trader, lastId?: bigint) {
  const bus = await openBus()
  const hub = openEventStream(server.deps, busNotices(pool, bus), () => undefined)
  hubs.push(hub)
  const session = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', trader.user_id)
    .executeTakeFirstOrThrow()
  const state: { ready: boolean | undefined; orders: string[]; lastId: bigint | undefined } = {
    ready: undefined,
    orders: [],
    lastId: undefined,
  }
  const listener: Listener = {
    userId: trader.user_id,
    sessionId: session.id,
    expiresAt: new Date(8.64e15),
    isAdmin: false,
    lastId,
    send: (event, id) => {
      if (event.event === 'ready') state.ready = event.data.is_resumed
      if (event.event === 'order') state.orders.push(event.data.id)
      state.lastId = id ?? state.lastId
    },
    beat: () => undefined,
    end: () => undefined,
  }
  hub.join(listener)
  await eventually(() => expect(state.ready).not.toBe(undefined))
  return { state, bus, leave: () => hub.leave(listener) }
}

/** Orders one after the other, each told of over the bus; by looking alone each but the first would take five seconds. */
async function decideAndTell(trader: Trader, engine: Bus, streams: readonly { orders: string[] }[]): Promise<void> {
  const since = performance.now()
  for (let turn = 0; turn < 4; turn++) {
    const id = await decide(trader)
    engine.publish(NOTICES.orders(trader.user_id), '')
    await eventually(() => expect(streams.map(({ orders }) => orders.at(-1))).toEqual(streams.map(() => id)))
  }
  expect(performance.now() - since).toBeLessThan(10_000)
}

test('an order reaches the event streams of two processes over the bus, at once', async () => {
  const trader = await addTrader(server)
  const [first, second] = [await openProcess(trader), await openProcess(trader)]
  await decideAndTell(trader, await openBus(), [first.state, second.state])
  expect(first.state.orders).toHaveLength(4)
  expect(second.state.orders).toEqual(first.state.orders)
})

test('while the bus is away streams go on by looking, and after its return by notices again', async () => {
  const trader = await addTrader(server)
  const { state, bus } = await openProcess(trader)
  const engine = await openBus()
  const connections = [bus, engine].map((each) => {
    const states: boolean[] = []
    each.watchConnection((isConnected) => states.push(isConnected))
    return states
  })
  const connected = (...states: boolean[]) => eventually(() => expect(connections).toEqual([states, states]))
  process.kill(nats.pid, 'SIGKILL')
  await nats.exited
  await connected(true, false)
  // Several, so that the one look at the break itself does not find them all.
  const away: string[] = []
  for (let turn = 0; turn < 3; turn++) {
    away.push(await decide(trader))
    await eventually(() => expect(state.orders).toEqual(away))
  }
  nats = await startNatsServer({ port: nats.port })
  await connected(true, false, true)
  await decideAndTell(trader, engine, [state])
})

test('a change that is committed after a later one is sent too, once, and to a stream that resumes', async () => {
  const trader = await addTrader(server)
  const { state, leave } = await openProcess(trader)
  const engine = await openBus()
  const tell = () => engine.publish(NOTICES.orders(trader.user_id), '')
  const overtaking: string[] = []
  const overtaken = await decide(trader, {
    beforeCommit: async () => {
      overtaking.push(await decide(trader))
      tell()
      await eventually(() => expect(state.orders).toEqual(overtaking))
      leave()
    },
  })
  // It was away at the commit; its last event has the higher id.
  const resumed = await openProcess(trader, state.lastId)
  expect(resumed.state.ready).toBe(true)
  await eventually(() => expect(resumed.state.orders).toEqual([overtaken]))
  const second: string[] = []
  const late = await decide(trader, {
    beforeCommit: async () => {
      second.push(await decide(trader))
      tell()
      await eventually(() => expect(resumed.state.orders).toEqual([overtaken, ...second]))
    },
  })
  tell()
  await eventually(() => expect(resumed.state.orders).toEqual([overtaken, ...second, late]))
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from order_changes where user_id = ${trader.user_id}`.execute(server.db)
  expect(rows[0]?.count).toBe(4)
})
