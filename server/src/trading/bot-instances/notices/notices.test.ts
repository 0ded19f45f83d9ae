import { liftKillSwitch, listKillSwitches, setKillSwitch } from '@trading-bot/contract/rest/trading/admin-bots'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import { startJobs } from '../../../start-jobs.ts'
import { newestMail, signUpAdmin } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { mailFills, notifyUser } from '../index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

async function addFill(bot: Awaited<ReturnType<typeof addTrader>>, pnlPaise: number | null): Promise<void> {
  const at = server.deps.clock.now()
  const id = newId(at)
  await sql`
    insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, position_id, client_id, symbol, token, side,
      quantity, purpose, reason, decided_at, attempt, price_paise, state, filled_quantity, filled_value_paise, pnl_paise,
      created_at, executed_at, ended_at)
    select ${id}, b.id, b.user_id, b.strategy_id, 1, 'paper', ${id}, ${id}, 'SBIN-EQ', '3045', 'SELL', 10, 'EXIT', 'SIGNAL',
      ${at}, 1, 80000, 'FILLED', 10, 800000, ${pnlPaise}, ${at}, ${at}, ${at}
    from user_bots b where b.id = ${bot.id}`.execute(server.db)
}
const mailsTo = (to: string) => server.db.selectFrom('mails').select('subject').where('recipient', '=', to).execute()

test('fills are mailed together, once, to owners who want mail', async () => {
  const bot = await addTrader(server)
  await sql`update user_bots set started_at = ${new Date(server.deps.clock.now().getTime() - 60_000)} where id = ${bot.id}`.execute(
    server.db,
  )
  await addFill(bot, null)
  await addFill(bot, -12_345)
  await mailFills(server.deps)
  await mailFills(server.deps)
  const { email } = bot.registration
  const mail = await newestMail(server, email)
  expect(mail.subject).toBe('EMA Bot: 2 orders filled')
  expect(mail.text).toMatch(/SELL 10 SBIN-EQ at ₹800\.00, net .₹123\.45/)
  expect((await mailsTo(email)).filter(({ subject }) => subject.includes('filled'))).toHaveLength(1)
  server.moveTime(60_000)
  await sql`update bot_configurations set email_notifications = false where subscription_id = ${bot.subscription_id}`.execute(
    server.db,
  )
  await addFill(bot, 100)
  await mailFills(server.deps)
  expect((await mailsTo(email)).filter(({ subject }) => subject.includes('filled'))).toHaveLength(1)
})

test('fills are sent to the linked chat of owners who want them there, with or without mail', async () => {
  const telegram = { apiUrl: 'http://127.0.0.1:1', token: '1000:none', botId: '1000' }
  const deps = { ...server.deps, config: { ...server.deps.config, telegram } }
  const bot = await addTrader(server)
  const at = server.deps.clock.now()
  await sql`update user_bots set started_at = ${new Date(at.getTime() - 60_000)} where id = ${bot.id}`.execute(
    server.db,
  )
  await sql`update bot_configurations set email_notifications = false, telegram_notifications = true
    where subscription_id = ${bot.subscription_id}`.execute(server.db)
  await sql`insert into telegram_chats (user_id, chat_id, name, linked_at) values (${bot.user_id}, 4242, '@neha', ${at})`.execute(
    server.db,
  )
  await addFill(bot, 99_950)
  await mailFills(deps)
  await mailFills(deps)
  const messages = await server.db.selectFrom('telegram_messages').selectAll().where('chat_id', '=', '4242').execute()
  expect(messages).toHaveLength(1)
  expect(messages[0]?.text).toMatch(
    /^EMA Bot: 1 order filled\n\nSELL 10 SBIN-EQ at ₹800\.00, net .?₹999\.50\. The strategy gave an exit signal\.\n/,
  )
  expect((await mailsTo(bot.registration.email)).filter(({ subject }) => subject.includes('filled'))).toEqual([])
})

test('a reached limit is mailed to owners who want mail; rejected credentials are mailed to everybody', async () => {
  const bot = await addTrader(server)
  await sql`update bot_configurations set email_notifications = false where subscription_id = ${bot.subscription_id}`.execute(
    server.db,
  )
  const notify = (kind: string) => notifyUser(server.deps, { userBotId: bot.id, kind, sentence: 'What happened.' })
  await notify('LIMIT_REACHED')
  const before = await mailsTo(bot.registration.email)
  await notify('CREDENTIALS_REFUSED')
  const after = await mailsTo(bot.registration.email)
  expect(after.length).toBe(before.length + 1)
  expect((await newestMail(server, bot.registration.email)).subject).toBe('Your bot has no access to your broker')
})

test("an operator's kill switch notifies the owners whose bots it stops, and nobody else", async () => {
  const [stopped, idle] = [await addTrader(server), await addTrader(server)]
  await sql`update user_bots set status = 'stopped' where id = ${idle.id}`.execute(server.db)
  const admin = await signUpAdmin(server)
  const body = { scope: 'user', reason: 'Exchange outage', close_positions: false } as const
  for (const { user_id } of [stopped, idle]) {
    await server.call(setKillSwitch, { ...body, subject_id: user_id }, admin.access)
  }
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 8)
  const jobs = await startJobs({ ...server.deps, db: database.db }, database.pool, pino({ level: 'silent' }))
  const subjects = async () => (await mailsTo(stopped.registration.email)).map(({ subject }) => subject)
  await vi.waitFor(async () => expect(await subjects()).toContain('Your bot was stopped by the operator'), LIMIT)
  expect((await newestMail(server, stopped.registration.email)).text).toContain('The reason given: Exchange outage')
  await vi.waitFor(async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs`.execute(server.db)
    expect(rows).toEqual([])
  }, LIMIT)
  const [standing] = (await server.call(listKillSwitches, {}, admin.access)).body.filter(
    ({ subject_id }) => subject_id === stopped.user_id,
  )
  await server.call(liftKillSwitch, { id: standing?.id ?? '' }, admin.access)
  await vi.waitFor(async () => expect(await subjects()).toContain('Your bot may open positions again'), LIMIT)
  expect((await newestMail(server, stopped.registration.email)).text).toContain('for this reason: Exchange outage')
  const { message } = await server.db
    .selectFrom('system_logs')
    .select('message')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(message).toBe('Entries are switched on again: Exchange outage')
  await jobs.stop()
  await database.close()
  expect((await mailsTo(idle.registration.email)).filter(({ subject }) => subject.includes('stopped'))).toEqual([])
})

const LIMIT = { timeout: 15_000, interval: 20 }
