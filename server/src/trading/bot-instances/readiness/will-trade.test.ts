// One answer to "Will my bot trade?": every condition that keeps the database from recording an entry is named here, with
// its end, and whatever is named here keeps it from entering.
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import type { Hindrance, WillTrade } from '@trading-bot/contract/rest/trading/will-trade'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHARD_LOCK } from '../../../platform/db/locks.ts'
import { newId } from '../../../platform/ids.ts'
import { addRunner } from '../../../testing/test-runners.ts'
import { acceptSheets } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { findHindrances } from './find-hindrances.ts'

const server = serverForFile()
let engine: pg.Client
let runner: Awaited<ReturnType<typeof addRunner>>

beforeAll(async () => {
  engine = new pg.Client(server.deps.config.databaseUrl)
  await engine.connect()
  await engine.query('select pg_advisory_lock($1, 1)', [SHARD_LOCK])
  runner = await addRunner(server)
  await acceptSheets(server)
})
afterAll(() => engine.end())

const willTrade = async () => (await server.call(readParticipation, {}, runner.token)).body.will_trade
const now = () => server.deps.clock.now()
const later = () => new Date(now().getTime() + 30 * 60_000)

async function mayEnter(): Promise<boolean> {
  const { rows } = await sql`select from bots_that_may_enter(${now()}) where id = ${runner.botId}`.execute(server.db)
  return rows.length > 0
}

const user = () => runner.user.id
const bot = () => runner.botId
const of = (scope: string, subject: () => string | null) => () =>
  sql`insert into kill_switches (id, scope, subject_id, reason, set_at, until)
    values (${newId(now())}, ${scope}, ${subject()}, 'Under review', ${now()}, ${later()})`

type Condition = {
  readonly name: string
  readonly code: Hindrance['code']
  readonly set: () => ReturnType<typeof sql>
  readonly lift: () => ReturnType<typeof sql>
  /** The engine keeps it from entering, not the database. */
  readonly isEngines?: boolean
}
const lifted = () => sql`delete from kill_switches`
const CONDITIONS: readonly Condition[] = [
  { name: 'a platform switch', code: 'switch', set: of('platform', () => null), lift: lifted },
  { name: 'a switch for its user', code: 'switch', set: of('user', user), lift: lifted },
  { name: 'a switch for itself', code: 'switch', set: of('bot', bot), lift: lifted },
  {
    name: 'maintenance',
    code: 'maintenance',
    set: () =>
      sql`insert into maintenance_windows (id, title, message, starts_at, ends_at, is_active, created_at, updated_at)
        values (${newId(now())}, 'New disks', '', ${now()}, ${later()}, true, ${now()}, ${now()})`,
    lift: () => sql`delete from maintenance_windows`,
  },
  { name: 'a suspended account', code: 'account', set: () => setUser('suspended'), lift: () => setUser('active') },
  {
    name: 'a configuration that is off',
    code: 'configuration',
    set: () => setConfiguration(false),
    lift: () => setConfiguration(true),
  },
  { name: 'a pause', code: 'paused', set: () => setStatus('paused'), lift: () => setStatus('running') },
  { name: 'an error', code: 'error', set: () => setStatus('error'), lift: () => setStatus('running') },
  {
    name: 'a hosting mode that allows nobody',
    code: 'hosting',
    set: () => sql`with registered as (
      insert into algo_registrations (id, logic_hash, broker, exchange, algo_id, kind, state, state_since, created_at)
      select ${newId(now())}, v.logic_hash, 'angel_one', 'NSE', 'T-1', 'white_box', 'registered', ${now()}, ${now()}
      from bot_versions v join user_bots b on b.strategy_id = v.bot_id and b.version = v.number where b.id = ${bot()}),
    live as (update user_bots set mode = 'live' where id = ${bot()})
    insert into hosting_modes (mode, since) values ('paper', ${now()})`,
    lift: () => sql`with mode as (delete from hosting_modes where mode = 'paper'), algo as (delete from algo_registrations)
    update user_bots set mode = 'paper' where id = ${bot()}`,
  },
  { name: 'a version not registered', code: 'algo', set: () => setMode('live'), lift: () => setMode('paper') },
  {
    name: 'its daily loss',
    code: 'limit',
    set: () => sql`insert into stopped_days values (${bot()}, ${session()}, 'DAILY_LOSS')`,
    lift: () => sql`delete from stopped_days`,
    isEngines: true,
  },
  { name: 'all entries used', code: 'entries', set: () => setEntries(0), lift: () => setEntries(5), isEngines: true },
]
const setUser = (status: string) => sql`update users set status = ${status} where id = ${user()}`
const setStatus = (status: string) => sql`update user_bots set status = ${status} where id = ${bot()}`
const setMode = (mode: string) => sql`update user_bots set mode = ${mode} where id = ${bot()}`
const setConfiguration = (isActive: boolean) => sql`update bot_configurations set is_active = ${isActive}`
const setEntries = (most: number) =>
  sql`update user_bots set settings = jsonb_set(settings, '{limits,maxEntriesPerDay}', to_jsonb(${most}::int)) where id = ${bot()}`
const session = () => server.deps.calendar.sessionNumberAt(now().getTime())

test('a running bot that nothing hinders trades on its next signal, and may enter', async () => {
  expect(await willTrade()).toEqual({ answer: true, sentence: 'Yes: it trades on its next signal.', hindrances: [] })
  expect(await mayEnter()).toBe(true)
})

test.each(CONDITIONS)(
  '$name is named as what hinders it, and lifts again',
  async ({ code, set, lift, isEngines = false }) => {
    // A suspended user cannot ask; the operator's screens use the same function.
    const ask = async () =>
      code === 'account' ? (await hindrancesOf()).map((one) => one.code) : codesOf(await willTrade())
    await set().execute(server.db)
    expect(await ask()).toEqual([code])
    expect(await mayEnter()).toBe(isEngines)
    await lift().execute(server.db)
    expect(await ask()).toEqual([])
    expect(await mayEnter()).toBe(true)
  },
)

const codesOf = ({ hindrances }: WillTrade) => hindrances.map(({ code }) => code)

async function hindrancesOf(change: Partial<typeof server.deps> = {}) {
  const { db, clock, calendar, config } = server.deps
  return (await findHindrances({ db, clock, calendar, config, ...change }, [bot()])).get(bot()) ?? []
}

test('the sentence names the first of several hindrances and when it ends; the others stand in the list', async () => {
  await of('platform', () => null)().execute(server.db)
  await setEntries(0).execute(server.db)
  const { sentence, hindrances } = await willTrade()
  expect(sentence).toMatch(
    /^Not now: Under review\. That ends at \d\d:\d\d\. What it holds is still watched and closed\.$/,
  )
  expect(hindrances.map(({ code }) => code)).toEqual(['switch', 'entries'])
  await lifted().execute(server.db)
  await setEntries(5).execute(server.db)
})

test('without an engine, after the last entry and while the market is closed nobody enters', async () => {
  await engine.query('select pg_advisory_unlock($1, 1)', [SHARD_LOCK])
  expect(codesOf(await willTrade())).toEqual(['engine'])
  await engine.query('select pg_advisory_lock($1, 1)', [SHARD_LOCK])
  const found = server.deps.calendar.sessionOf(session(), { hasDerivatives: false })
  if (!found.ok) throw new Error('the test runs in a session')
  server.moveTime(found.value.entriesUntilMs - now().getTime())
  expect((await hindrancesOf()).map(({ code }) => code)).toEqual(['entries_over'])
  const sunday = { calendar: INDIA_CALENDAR, clock: { now: () => new Date('2026-11-22T06:00:00Z') } }
  expect(await hindrancesOf(sunday)).toEqual([
    { code: 'market', text: expect.stringContaining('The market is closed'), until: '2026-11-23T03:45:00.000Z' },
  ])
})

test('a bot whose plan has ended is never said to trade', async () => {
  await addOpenPosition(server, { id: bot(), user_id: user() })
  await sql`update subscriptions set status = 'cancelled' where user_id = ${user()}`.execute(server.db)
  expect((await hindrancesOf())[0]).toMatchObject({ code: 'plan' })
  expect(await mayEnter()).toBe(false)
})
