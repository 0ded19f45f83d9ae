import { refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import * as algos from '@trading-bot/contract/rest/trading/algos'
import { createBotCode, updateBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { verifyExport } from '../../../../product/verify-export.mjs'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { notifiedDuring } from '../../testing/test-runners.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addTrip } from '../../testing/test-trades.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { recordLogicHashes } from '../strategies/index.ts'
import { endedRegistrations } from './ended-registrations.ts'

let admin: Awaited<ReturnType<typeof signUpAdmin>>
const server = serverForFile()
beforeAll(async () => {
  await seedCatalogue(server.deps)
  admin = await signUpAdmin(server)
})

const list = async () => (await server.call(algos.listAlgos, {}, admin.access)).body
const algoOf = async (botType: string) => {
  const found = (await list()).algos.find(({ bot_type }) => bot_type === botType)
  if (!found) throw new Error(`no algo of type ${botType}`)
  return found
}
type NewAlgo = Parameters<typeof server.call<typeof algos.registerAlgo>>[1]
const register = (input: NewAlgo, token = admin.access) => server.call(algos.registerAlgo, input, token)
const change = (id: string, state: 'registered' | 'suspended' | 'withdrawn', algo_id?: string) =>
  server.call(algos.changeAlgo, { id, state, ...(algo_id && { algo_id }) }, admin.access)
const download = async (path: string) => {
  const response = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${admin.access}` } })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('an algo goes from applied to registered, suspended, registered and withdrawn, and every step is in its history', async () => {
  const { logic_hash } = await algoOf('ema_strategy')
  const { status, body } = await register({ logic_hash, kind: 'white_box', note: 'Letter of 3 November' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ broker: 'angel_one', exchange: 'NSE', state: 'applied', algo_id: null })
  expect((await change(body.id, 'registered')).body).toMatchObject({
    code: 'BAD_INPUT',
    algo_id: ['Enter the algo id'],
  })
  expect((await change(body.id, 'suspended')).body).toMatchObject({
    error: 'An algo that is applied cannot become suspended.',
  })
  expect((await change(body.id, 'registered', 'NSE-4711')).body).toMatchObject({
    state: 'registered',
    algo_id: 'NSE-4711',
    state_since: server.deps.clock.now().toISOString(),
    state_set_by: admin.registration.email,
  })
  expect((await change(body.id, 'suspended')).body).toMatchObject({ state: 'suspended', algo_id: 'NSE-4711' })
  // Orders carry the id: it is not replaced by another one.
  expect((await change(body.id, 'registered', 'NSE-9')).body).toMatchObject({ algo_id: 'NSE-4711' })
  expect((await algoOf('ema_strategy')).registration).toMatchObject({ state: 'registered' })
  expect((await change(body.id, 'withdrawn')).body).toMatchObject({ state: 'withdrawn' })
  expect((await change(body.id, 'registered')).body).toMatchObject({ code: 'ALGO_MOVE_REFUSED' })
  const history = (await server.call(algos.readAlgoHistory, { id: body.id }, admin.access)).body
  expect(history.map(({ action }) => action)).toEqual([
    'algo.withdrawn',
    'algo.registered',
    'algo.suspended',
    'algo.registered',
    'algo.applied',
  ])
  expect(history[0]?.actor?.email).toBe(admin.registration.email)
  // A withdrawn registration is history: the same version is applied for again.
  expect((await register({ logic_hash, kind: 'white_box' })).body).toMatchObject({ state: 'applied' })
  expect((await algoOf('ema_strategy')).registration).toMatchObject({ state: 'applied' })
})

test('an unknown hash, a second registration, a taken id and a black box without certificate are refused with a sentence', async () => {
  const { logic_hash } = await algoOf('rsi_strategy')
  const other = await algoOf('macd_strategy')
  const registered = { logic_hash, kind: 'white_box', algo_id: 'RSI-1' } as const
  expect((await register({ ...registered, logic_hash: 'f'.repeat(64) })).body).toMatchObject({
    error: 'No strategy version has this hash. Choose one from the list.',
  })
  expect((await register(registered)).status).toBe(201)
  expect((await register({ ...registered, algo_id: 'RSI-2' })).body).toMatchObject({
    error: 'This strategy version is registered or applied for already.',
  })
  const taken = { error: 'This algo id belongs to another strategy version. Check the exchange’s letter.' }
  expect((await register({ ...registered, logic_hash: other.logic_hash, algo_id: 'rsi-1' })).body).toMatchObject(taken)
  const applied = await register({ logic_hash: other.logic_hash, kind: 'white_box' })
  expect((await change(applied.body.id, 'registered', 'RSI-1')).body).toMatchObject(taken)
  const black = { logic_hash: (await algoOf('custom_strategy')).logic_hash, kind: 'black_box' } as const
  expect((await register(black)).body).toMatchObject({
    code: 'BAD_INPUT',
    certificate: ['A black-box algo needs a Research Analyst’s certificate'],
  })
  expect((await register({ ...black, certificate: 'RA 12' })).body).toMatchObject({
    certificate: [expect.stringContaining('INH and nine digits')],
  })
  const certified = { ...black, certificate: 'INH000001234' }
  expect((await register(certified)).body).toMatchObject({
    report_day: ['A black-box algo needs the day of its research report'],
  })
  expect((await register({ ...certified, report_day: '2026-10-01' })).body).toMatchObject({
    kind: 'black_box',
    certificate: 'INH000001234',
    report_day: '2026-10-01',
  })
})

test('only administrators see and change the registry, and an old session types the password again', async () => {
  const user = await signUp(server)
  expect((await server.call(algos.listAlgos, {}, user.access)).status).toBe(403)
  const { logic_hash } = await algoOf('bollinger_strategy')
  const input = { logic_hash, kind: 'white_box', algo_id: 'BOL-1' } as const
  expect((await register(input, user.access)).status).toBe(403)
  server.moveTime(16 * 60_000)
  const { access } = (await server.call(refreshToken, { refresh: admin.refresh })).body
  expect((await register(input, access)).body).toMatchObject({ code: 'ALGO_NEEDS_PASSWORD' })
  const password = admin.registration.password
  const { body } = await register({ ...input, password }, access)
  expect(body).toMatchObject({ state: 'registered' })
  const suspended = { id: body.id, state: 'suspended' } as const
  expect((await server.call(algos.changeAlgo, suspended, access)).body).toMatchObject({ code: 'ALGO_NEEDS_PASSWORD' })
  expect((await server.call(algos.changeAlgo, { ...suspended, password }, access)).body).toMatchObject({
    state: 'suspended',
  })
  admin = await signUpAdmin(server)
})

test('a change of a registration notifies the engines when it commits', async () => {
  const { logic_hash } = await algoOf('momentum_strategy')
  const notified = await notifiedDuring(server, async () => {
    const { body } = await register({ logic_hash, kind: 'white_box', algo_id: 'MOM-1' })
    await change(body.id, 'suspended')
  })
  expect(notified).toEqual(['', ''])
})

test('a saved version gets its hash; the same logic shares it, another setting has another, and a missing one is filled in', async () => {
  const config = { name: 'Registry bot', bot_type: 'ema_strategy', symbol: 'SBIN-EQ', token: '3045' } as const
  const { body: bot } = await server.call(createBotCode, { code: 'print(1)', config }, admin.access)
  const hashes = async () => {
    const rows = await server.db
      .selectFrom('bot_versions')
      .select('logic_hash')
      .where('bot_id', '=', bot.id)
      .orderBy('number')
      .execute()
    return rows.map(({ logic_hash }) => logic_hash)
  }
  await server.call(
    updateBotCode,
    { id: bot.id, code: 'print(1)', config: { ...config, auto_trade: true } },
    admin.access,
  )
  await server.call(updateBotCode, { id: bot.id, code: 'print(2)', config }, admin.access)
  const [first, released, changed] = await hashes()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(released).toBe(first)
  expect(changed).not.toBe(first)
  const algo = (await list()).algos.find(({ logic_hash }) => logic_hash === first)
  expect(algo?.versions.map(({ number }) => number)).toEqual([2, 1])
  await server.db.updateTable('bot_versions').set({ logic_hash: null }).where('bot_id', '=', bot.id).execute()
  await recordLogicHashes(server.db)
  expect(await hashes()).toEqual([first, released, changed])
})

test('a release that would trade a registered algo otherwise says so before it starts', async () => {
  // Registered by a test before.
  const { logic_hash } = await algoOf('rsi_strategy')
  expect(await endedRegistrations(server.db)).toEqual([])
  // As a former release stored it, and its registration.
  const former = 'a'.repeat(64)
  for (const table of ['bot_versions', 'algo_registrations'] as const)
    await server.db.updateTable(table).set({ logic_hash: former }).where('logic_hash', '=', logic_hash).execute()
  const [sentence, ...others] = await endedRegistrations(server.db)
  expect(sentence).toMatch(/registration as algo RSI-1 ends when it starts/)
  expect(sentence).toContain(logic_hash)
  expect(others).toEqual([])
  await recordLogicHashes(server.db)
  expect(await endedRegistrations(server.db)).toEqual([])
})

test('the white-box sheet says in plain words what the version does', async () => {
  const { logic_hash } = await algoOf('ema_strategy')
  const { status, bytes } = await download(`/admin/algos/sheets/${logic_hash}/`)
  expect(status).toBe(200)
  const text = pdfText(bytes)
  for (const word of ['EMA Bot', 'LIMIT and STOPLOSS_LIMIT only', 'RELIANCE-EQ', '1.5 %', 'crossed above', '15:05'])
    expect(text).toContain(word)
  expect(text.replaceAll('\n', '')).toContain(logic_hash)
  expect((await download(`/admin/algos/sheets/${'f'.repeat(64)}/`)).status).toBe(404)
  const python = (await list()).algos.find(({ runs_as }) => runs_as === 'python')
  expect(pdfText((await download(`/admin/algos/sheets/${python?.logic_hash}/`)).bytes)).toContain('def ')
})

test('the export of an algo id holds its orders and fills of the days, verifies offline and becomes an audit line', async () => {
  const { logic_hash } = await algoOf('multiple_stokes_strategy')
  const { body: registration } = await register({ logic_hash, kind: 'white_box' })
  const path = (query: string) => `/admin/algos/${registration.id}/export/?${query}`
  expect((await server.raw('GET', `/api${path('')}`, { token: admin.access })).body).toMatchObject({
    code: 'ALGO_HAS_NO_ID',
  })
  await change(registration.id, 'registered', 'MULTI-1')
  const trader = await addTrader(server)
  const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12']
  const trips: string[][] = []
  for (const day of days) {
    const at = { enteredAt: `${day}T05:00:00.000Z`, exitedAt: `${day}T06:00:00.000Z`, mode: 'live' as const }
    trips.push((await addTrip(server, trader, at)).orderIds)
  }
  const other = await addTrip(server, trader, { enteredAt: '2026-11-10T07:00:00Z', exitedAt: '2026-11-10T08:00:00Z' })
  await sql`update orders set algo_id = 'MULTI-1' where not id = any (${other.orderIds})`.execute(server.db)
  server.moveTime(1000)
  const { bytes } = await download(path('from=2026-11-10&to=2026-11-11'))
  const text = Buffer.from(bytes).toString()
  const proof = verifyExport(text)
  expect(proof).toMatchObject({
    ok: true,
    fingerprint: (await list()).key_fingerprint,
    about: { algo_id: 'MULTI-1', logic_hash, from: '2026-11-10', to: '2026-11-11', orders: 4, fills: 4 },
  })
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { record: Record<string, unknown> }).record)
  const orders = records.filter(({ type }) => type === 'order')
  expect(orders.map(({ id }) => id)).toEqual([...trips[1]!, ...trips[2]!])
  expect(orders[0]).toMatchObject({ algo_id: 'MULTI-1', price_paise: 80_000, decided_at: '2026-11-10T05:00:00.000Z' })
  expect(records.filter(({ type }) => type === 'fill')).toHaveLength(4)
  expect(records.filter(({ type }) => type === 'audit').map(({ action }) => action)).toEqual([
    'algo.applied',
    'algo.registered',
  ])
  expect(verifyExport(text.replace('"price_paise":80000', '"price_paise":80001'))).toMatchObject({ ok: false })
  const [newest] = (await server.call(algos.readAlgoHistory, { id: registration.id }, admin.access)).body
  expect(newest).toMatchObject({ action: 'algo.orders_exported', after: { orders: 4, fills: 4 } })
  expect(
    (await server.raw('GET', `/api${path('from=2026-11-11&to=2026-11-10')}`, { token: admin.access })).body,
  ).toMatchObject({ to: ['The last day is before the first'] })
})
