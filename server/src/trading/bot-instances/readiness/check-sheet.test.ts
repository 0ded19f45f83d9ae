import { assignAddress } from '@trading-bot/contract/rest/accounts/users'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { deployBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { acceptSheet, findSheet } from '@trading-bot/contract/rest/trading/sheets'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { addReadyUser, configure, findBot } from '../../../testing/test-runners.ts'
import { registerAlgos } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { findHindrances } from './find-hindrances.ts'

const server = serverForFile({ liveTrading: true })

/** Everything that a live start needs, except that the sheet was not accepted. */
async function addLiveUser() {
  const user = await addReadyUser(server)
  await configure(server, user.token, { auto_trade: true, backtest_mode: false })
  await sql`update bot_versions set config = config || '{"auto_trade": true, "backtest_mode": false}'::jsonb`.execute(
    server.db,
  )
  await registerAlgos(server)
  await forget(user.user.id)
  await server.db.updateTable('credentials').set({ is_verified: true }).where('user_id', '=', user.user.id).execute()
  const admin = await signUpAdmin(server)
  const address = `203.0.113.${addresses++}`
  await server.call(assignAddress, { id: user.user.id, outbound_address: address }, admin.access)
  const { token, registration } = user
  const consent = { password: registration.password, consent: bots.LIVE_CONSENT }
  const start = () => server.call(bots.startParticipation, consent, token)
  const read = async () => (await server.call(bots.readParticipation, {}, token)).body
  const accept = async () => {
    const found = await server.call(findSheet, { bot_type: 'ema_strategy' }, token)
    return server.call(acceptSheet, { logic_hash: found.body.logic_hash }, token)
  }
  return { ...user, start, read, accept }
}
let addresses = 7

const forget = (userId: string) =>
  server.asOwner((db) => db.deleteFrom('sheet_acceptances').where('user_id', '=', userId).execute())

/** A version that trades otherwise, deployed and registered like the one before it. */
async function deployNext(): Promise<void> {
  await sql`
    insert into bot_versions (bot_id, number, code, config, created_at, hash, runs_as, logic_hash)
    select v.bot_id, v.number + 1, v.code, v.config, now(), v.hash, v.runs_as, encode(sha256(v.logic_hash::bytea), 'hex')
    from bots b join bot_versions v on v.bot_id = b.id and v.number = b.deployed_version
    where b.bot_type = 'ema_strategy'`.execute(server.db)
  await sql`update bots set deployed_version = deployed_version + 1 where bot_type = 'ema_strategy'`.execute(server.db)
  await sql`
    insert into algo_registrations (id, logic_hash, broker, exchange, kind, algo_id, state, state_since, created_at)
    select gen_random_uuid(), v.logic_hash, 'angel_one', 'NSE', 'white_box', 'NEXT-' || v.number, 'registered', now(), now()
    from bots b join bot_versions v on v.bot_id = b.id and v.number = b.deployed_version
    where b.bot_type = 'ema_strategy'`.execute(server.db)
}

test('a live start is refused until the running version’s sheet is accepted, and says where', async () => {
  const { start, read, accept } = await addLiveUser()
  const refused = await start()
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { error: 'The bot can’t start yet. Missing: Your acceptance of how version 1 decides.' },
  ])
  const item = (await read()).readiness.find(({ code }) => code === 'live_sheet')
  const { logic_hash } = (await accept()).body
  expect(item).toMatchObject({
    is_ready: false,
    fix: { label: 'Read and accept it', path: `/how-it-decides/sheet/${logic_hash}` },
  })
  expect((await start()).status).toBe(200)
})

test('a bot on paper needs no acceptance', async () => {
  const { token, read } = await addLiveUser()
  await configure(server, token, { auto_trade: false, backtest_mode: true })
  const { readiness, is_ready } = await read()
  expect([is_ready, readiness.some(({ code }) => code === 'live_sheet')]).toEqual([true, false])
})

test('a live bot whose version is not accepted waits with its entries and says so', async () => {
  const { user, start, read, accept } = await addLiveUser()
  await accept()
  await start()
  await forget(user.id)
  const { will_trade } = await read()
  expect(will_trade.hindrances.map(({ code }) => code)).toContain('sheet')
  expect(will_trade.sentence).toBe('Not now: it waits until you accept how version 1 decides.')
  await accept()
  expect((await read()).will_trade.hindrances.map(({ code }) => code)).not.toContain('sheet')
})

test('a newly deployed version asks again: the bot keeps its version, warns, and takes the new one over once accepted', async () => {
  const { token, start, read, accept } = await addLiveUser()
  await accept()
  const { bot } = (await start()).body
  await deployNext()
  const item = (await read()).readiness.find(({ code }) => code === 'live_sheet')
  expect(item).toMatchObject({
    is_ready: true,
    warning: 'Version 2 is out. Read how it decides and accept it; until you take it over, your bot keeps version 1.',
    fix: { path: expect.stringContaining('/how-it-decides/sheet/') },
  })
  const synchronise = () => server.call(bots.syncBotConfig, {}, token)
  expect((await synchronise()).body).toMatchObject({
    error: 'Read how version 2 decides and accept its sheet before it trades with real money.',
  })
  expect((await findBot(server, bot.id)).version).toBe(1)
  await accept()
  expect((await synchronise()).status).toBe(200)
  expect((await findBot(server, bot.id)).version).toBe(2)
  expect((await read()).readiness.find(({ code }) => code === 'live_sheet')?.warning).toBeNull()
})

test('owners of live bots are told of a new version , those who trade on paper are not', async () => {
  const [live, paper] = [await addLiveUser(), await addReadyUser(server)]
  await live.accept()
  const { bot } = (await live.start()).body
  await server.call(bots.startParticipation, {}, paper.token)
  await deployNext()
  const { bot_id: id, number } = await server.db
    .selectFrom('bot_versions')
    .select(['bot_id', 'number'])
    .where('bot_id', '=', (await findBot(server, bot.id)).strategy_id)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('bots')
    .set({ deployed_version: number - 1 })
    .where('id', '=', id)
    .execute()
  const admin = await signUpAdmin(server)
  const deploy = { id, version: number, override_reason: 'A version made by a test, on purpose.' }
  expect((await server.call(deployBotCode, deploy, admin.access)).status).toBe(200)
  const { rows } = await sql<{ payload: object }>`
    select payload from graphile_worker._private_jobs
    where key like 'version:%' and payload ->> 'userBotId' in (${bot.id}, ${(await paperBot(paper.token)).id})`.execute(
    server.db,
  )
  expect(rows).toMatchObject([
    {
      payload: {
        userBotId: bot.id,
        kind: 'VERSION_OUT',
        sentence: expect.stringContaining(
          `Your bot keeps version ${number - 1} until you have read how version ${number}`,
        ),
      },
    },
  ])
})
const paperBot = async (token: string) => (await server.call(bots.readParticipation, {}, token)).body.bot!

test('a black box without its analyst’s registration or the day of the report does not trade live', async () => {
  const { start, accept } = await addLiveUser()
  await accept()
  await sql`update algo_registrations set kind = 'black_box', certificate = 'INH000001234'`.execute(server.db)
  const sentence =
    'This black box cannot trade with real money: its research analyst’s registration or the day of the research report is missing'
  expect((await start()).body).toMatchObject({ error: `The bot can’t start yet. Missing: ${sentence}.` })
  await sql`update algo_registrations set report_day = '2026-10-01'`.execute(server.db)
  const { bot } = (await start()).body
  expect(bot).toMatchObject({ mode: 'live' })
  await sql`update algo_registrations set report_day = null`.execute(server.db)
  const hindrances = (await findHindrances(server.deps, [bot.id])).get(bot.id)
  expect(hindrances?.[0]).toMatchObject({ code: 'black_box', text: `${sentence}.` })
})
