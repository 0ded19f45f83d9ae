import { logOut } from '@trading-bot/contract/rest/accounts/auth'
import { controlBot } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openLiveStream } from '../../testing/open-live-stream.ts'
import { addOrderChange } from '../../testing/add-order-change.ts'
import { signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { deleteChangesBefore } from './change-store.ts'

const MINUTE_MS = 60_000

const open: { close: () => void }[] = []
const server = serverForFile()
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

async function listen(token: string | undefined, lastId?: string) {
  const stream = await openLiveStream(server, token, lastId)
  open.push(stream)
  return stream
}

const decide = (trader: { user_id: string; id: string }, change: { at?: Date } = {}) =>
  addOrderChange(server.db, trader, { now: server.deps.clock.now(), isNotified: true, ...change })

test('a stream without a token, with an expired one or with one in the URL is refused', async () => {
  const { access } = await signUp(server)
  expect((await listen(undefined)).status).toBe(401)
  expect((await listen('not.a.token')).status).toBe(401)
  expect((await server.raw('GET', `/api/live/?access_token=${access}`)).status).toBe(401)
})

test('an order reaches its owner and an administrator, and no other user', async () => {
  const [trader, stranger, admin] = [await addTrader(server), await addTrader(server), await signUpAdmin(server)]
  const own = await listen(trader.token)
  const foreign = await listen(stranger.token)
  const all = await listen(admin.access)
  expect(own.type).toContain('text/event-stream')
  const id = await decide(trader)
  await eventually(() => expect(own.orders()).toHaveLength(1))
  expect(own.orders()[0]?.data).toMatchObject({ id, symbol: 'SBIN-EQ', state: 'created', status: 'pending' })
  await eventually(() => expect(all.orders()).toHaveLength(1))
  // The user's own order comes later on the same stream: an earlier one would have arrived before it.
  await decide(stranger)
  await eventually(() => expect(foreign.orders()).toHaveLength(1))
  expect(foreign.orders().map(({ data }) => data)).not.toContainEqual(expect.objectContaining({ id }))
})

test('a stream resumed by its last id misses nothing, and one without an id starts at the present', async () => {
  const trader = await addTrader(server)
  const before = await listen(trader.token)
  await decide(trader)
  await eventually(() => expect(before.orders()).toHaveLength(1))
  open.pop()?.close()
  const missed = [await decide(trader), await decide(trader), await decide(trader)]
  const after = await listen(trader.token, before.orders()[0]?.id)
  const fourth = await decide(trader)
  await eventually(() => expect(after.orders()).toHaveLength(4))
  expect(after.received[0]).toMatchObject({ event: 'ready', data: { is_resumed: true } })
  expect(after.orders().map(({ data }) => (data as { id: string }).id)).toEqual([...missed, fourth])
  for (const garbage of [undefined, 'nonsense', '-1', '999999999999999999']) {
    const fresh = await listen(trader.token, garbage)
    expect(fresh.received[0]).toMatchObject({ event: 'ready', data: { is_resumed: false } })
    expect(fresh.orders()).toEqual([])
  }
})

test('a thousand changes at once are each sent once, page by page, in few batches', async () => {
  const trader = await addTrader(server)
  const own = await listen(trader.token)
  const order = await decide(trader)
  await eventually(() => expect(own.orders()).toHaveLength(1))
  const last = await sql<{ id: string }>`
    with many as (
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'client_id', gen_random_uuid()))).*
      from orders o, generate_series(1, 2500) where o.id = ${order} returning id, user_id
    ), noted as (insert into order_changes (user_id, order_id) select user_id, id from many returning id)
    select max(id) as id from noted`.execute(server.db)
  for (let notice = 0; notice < 50; notice += 1) await sql`select pg_notify('orders', '')`.execute(server.db)
  await eventually(() => expect(own.orders().at(-1)?.id).toBe(last.rows[0]?.id))
  expect(new Set(own.orders().map(({ id }) => id)).size).toBe(own.orders().length)
  expect(own.orders()).toHaveLength(2501)
})

test('changes above an id are found by the index, not by reading the table', async () => {
  await sql`insert into order_changes (user_id, order_id) select gen_random_uuid(), gen_random_uuid() from generate_series(1, 20000)`.execute(
    server.db,
  )
  await sql`analyze order_changes`.execute(server.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id, order_id from order_changes
    where id > (select max(id) - 10 from order_changes) and (${null}::uuid[] is null or user_id = any (${null}::uuid[]))
    order by id limit 1000`.execute(server.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan using order_changes_pkey')
  expect(plan).not.toContain('Seq Scan')
})

test('a paused bot is published to its owner only', async () => {
  const [trader, stranger] = [await addTrader(server), await addTrader(server)]
  const own = await listen(trader.token)
  const foreign = await listen(stranger.token)
  await server.call(controlBot, { id: trader.id, action: 'pause' }, trader.token)
  await eventually(() => expect(own.received.at(-1)).toMatchObject({ event: 'bots', data: { bot_id: trader.id } }))
  await server.call(controlBot, { id: stranger.id, action: 'pause' }, stranger.token)
  await eventually(() => expect(foreign.received.at(-1)?.data).toEqual({ bot_id: stranger.id }))
  expect(foreign.received.map(({ data }) => data)).not.toContainEqual({ bot_id: trader.id })
})

test('signing out ends the stream before any further event', async () => {
  const trader = await addTrader(server)
  const own = await listen(trader.token)
  await server.call(logOut, { refresh_token: trader.refresh })
  await decide(trader)
  await eventually(() => expect(own.state.isOver).toBe(true))
  expect(own.received.at(-1)).toMatchObject({ event: 'end', data: { reason: 'session' } })
  expect(own.orders()).toEqual([])
})

test('an administrator who loses the role receives only their own orders', async () => {
  const trader = await addTrader(server)
  const admin = await addTrader(server)
  const role = (is_admin: boolean) =>
    server.db.updateTable('users').set({ is_admin }).where('id', '=', admin.user_id).execute()
  await role(true)
  const all = await listen(admin.token)
  await role(false)
  const foreign = await decide(trader)
  const own = await decide(admin)
  await eventually(() => expect(all.orders()).toHaveLength(1))
  expect(all.orders()[0]?.data).toMatchObject({ id: own })
  expect(foreign).not.toBe(own)
})

test('a user can open twenty streams at most', async () => {
  const { access } = await signUp(server)
  await Promise.all(Array.from({ length: 20 }, () => listen(access)))
  expect((await listen(access)).status).toBe(429)
})

test('the stream sends heartbeats while nothing happens, and ends with the access token', async () => {
  const { access } = await signUp(server)
  const own = await listen(access)
  await eventually(() => expect(own.state.text).toContain(': still here\n\n'))
  server.moveTime(16 * MINUTE_MS)
  await eventually(() => expect(own.state.isOver).toBe(true))
  expect(own.received.at(-1)).toMatchObject({ event: 'end', data: { reason: 'token' } })
  expect((await listen(access)).status).toBe(401)
})

test('changes older than a day are deleted; a client whose last event is older starts afresh', async () => {
  const trader = await addTrader(server)
  const own = await listen(trader.token)
  await decide(trader, { at: new Date(server.deps.clock.now().getTime() - 25 * 60 * MINUTE_MS) })
  await eventually(() => expect(own.orders()).toHaveLength(1))
  await server.db
    .updateTable('order_changes')
    .set({ at: new Date(server.deps.clock.now().getTime() - 25 * 60 * MINUTE_MS) })
    .execute()
  const newest = await decide(trader)
  await deleteChangesBefore(server.db, new Date(server.deps.clock.now().getTime() - 24 * 60 * MINUTE_MS))
  const kept = await server.db.selectFrom('order_changes').select(['id', 'order_id']).execute()
  expect(kept.map(({ order_id }) => order_id)).toEqual([newest])
  const late = await listen(trader.token, String(Number(kept[0]?.id) - 2))
  expect(late.received[0]).toMatchObject({ event: 'ready', data: { is_resumed: false } })
})
