import { readAlerts, saveAlerts, sendMailTest } from '@trading-bot/contract/rest/accounts/alerts'
import { liftKillSwitch, listKillSwitches, setKillSwitch } from '@trading-bot/contract/rest/trading/admin-bots'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { HOUR_MS, indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { remindOfPlanEnd } from '../../../billing/subscriptions/index.ts'
import { openDatabase } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import { startJobs } from '../../../start-jobs.ts'
import { eventually } from '../../../testing/eventually.ts'
import { newestMail, signUpAdmin } from '../../../testing/test-accounts.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { mailFills, notifyUser, sendSummaries } from '../index.ts'
import { dayOver } from './day-over.ts'

const server = serverForFile()

type Trader = Awaited<ReturnType<typeof addTrader>>
const EXIT = { purpose: 'EXIT', pnlPaise: null as number | null }

async function addFill({ id: botId }: Trader, fill: Partial<typeof EXIT> = {}): Promise<void> {
  const { purpose, pnlPaise } = { ...EXIT, ...fill }
  const at = server.deps.clock.now()
  const id = newId(at)
  await sql`
    insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, position_id, client_id, symbol, token, side,
      quantity, purpose, reason, decided_at, attempt, price_paise, state, filled_quantity, filled_value_paise, pnl_paise,
      charges_paise, created_at, executed_at, ended_at)
    select ${id}, b.id, b.user_id, b.strategy_id, 1, 'paper', ${id}, ${id}, 'SBIN-EQ', '3045', 'SELL', 10, ${purpose},
      'SIGNAL', ${at}, 1, 80000, 'FILLED', 10, 800000, ${pnlPaise}, 2550, ${at}, ${at}, ${at}
    from user_bots b where b.id = ${botId}`.execute(server.db)
}

/** A trader whose bot has run for a minute. */
async function addRunning(): Promise<Trader> {
  const trader = await addTrader(server)
  const at = new Date(server.deps.clock.now().getTime() - MINUTE_MS)
  await sql`update user_bots set started_at = ${at} where id = ${trader.id}`.execute(server.db)
  return trader
}

async function subjectsTo({ registration }: Trader, word = ''): Promise<string[]> {
  const mails = server.db.selectFrom('mails').select('subject').where('recipient', '=', registration.email)
  return (await mails.execute()).map(({ subject }) => subject).filter((subject) => subject.includes(word))
}

const setNotifications = ({ subscription_id }: Trader, change: object) =>
  server.db.updateTable('bot_configurations').set(change).where('subscription_id', '=', subscription_id).execute()

test('fills are mailed together, once, to owners who want mail', async () => {
  const bot = await addRunning()
  await addFill(bot)
  await addFill(bot, { pnlPaise: -12_345 })
  await mailFills(server.deps)
  await mailFills(server.deps)
  const mail = await newestMail(server, bot.registration.email)
  expect(mail.subject).toBe('EMA Bot: 2 orders filled')
  expect(mail.text).toMatch(/SELL 10 SBIN-EQ at ₹800\.00, net .₹123\.45/)
  expect(await subjectsTo(bot, 'filled')).toHaveLength(1)
  server.moveTime(MINUTE_MS)
  await setNotifications(bot, { email_notifications: false })
  await addFill(bot)
  await mailFills(server.deps)
  expect(await subjectsTo(bot, 'filled')).toHaveLength(1)
})

test('fills are sent to the linked chat of owners who want them there, with or without mail', async () => {
  const telegram = { apiUrl: 'http://127.0.0.1:1', token: '1000:none', botId: '1000' }
  const deps = { ...server.deps, config: { ...server.deps.config, telegram } }
  const bot = await addRunning()
  const at = server.deps.clock.now()
  await setNotifications(bot, { email_notifications: false, telegram_notifications: true })
  await sql`insert into telegram_chats (user_id, chat_id, name, linked_at) values (${bot.user_id}, 4242, '@neha', ${at})`.execute(
    server.db,
  )
  await addFill(bot, { pnlPaise: 99_950 })
  await mailFills(deps)
  await mailFills(deps)
  const messages = await server.db.selectFrom('telegram_messages').selectAll().where('chat_id', '=', '4242').execute()
  expect(messages).toHaveLength(1)
  expect(messages[0]?.text).toMatch(
    /^EMA Bot: 1 order filled\n\nSELL 10 SBIN-EQ at ₹800\.00, net .?₹999\.50\. The strategy gave an exit signal\.\n/,
  )
  expect(await subjectsTo(bot, 'filled')).toEqual([])
  // Under a plan without Telegram nothing more is written there.
  const starter = await server.db
    .selectFrom('plans')
    .select('id')
    .where('name', '=', 'Starter')
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('subscriptions')
    .set({ plan_id: starter.id, bot_plan_id: null })
    .where('id', '=', bot.subscription_id)
    .execute()
  await notifyUser(deps, { userBotId: bot.id, kind: 'LIMIT_REACHED', sentence: 'What happened.' })
  server.moveTime(MINUTE_MS)
  await addFill(bot)
  await mailFills(deps)
  expect(
    await server.db.selectFrom('telegram_messages').select('id').where('chat_id', '=', '4242').execute(),
  ).toHaveLength(1)
})

test('owners who want no mail, or not of this kind, get none, except about rejected credentials', async () => {
  const [silent, choosy] = [await addTrader(server), await addTrader(server)]
  await setNotifications(silent, { email_notifications: false })
  const choices = [{ kind: 'limits', by_mail: false, by_telegram: false } as const]
  await server.call(saveAlerts, { choices }, choosy.token)
  const mailed = async (who: Trader, kind: string) => {
    const before = (await subjectsTo(who)).length
    await notifyUser(server.deps, { userBotId: who.id, kind, sentence: 'What happened.' })
    return (await subjectsTo(who)).slice(before)
  }
  const urgent = ['Your bot has no access to your broker']
  expect([await mailed(silent, 'LIMIT_REACHED'), await mailed(silent, 'CREDENTIALS_REFUSED')]).toEqual([[], urgent])
  expect(await mailed(choosy, 'LIMIT_REACHED')).toEqual([])
  expect(await mailed(choosy, 'ORDER_REJECTED')).toEqual(['The broker rejected an order'])
  expect(await mailed(choosy, 'CREDENTIALS_REFUSED')).toEqual(urgent)
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
  const subjects = () => subjectsTo(stopped)
  await eventually(async () => expect(await subjects()).toContain('Your bot was stopped by the operator'))
  expect((await newestMail(server, stopped.registration.email)).text).toContain('The reason given: Exchange outage')
  await eventually(async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs`.execute(server.db)
    expect(rows).toEqual([])
  })
  const [standing] = (await server.call(listKillSwitches, {}, admin.access)).body.filter(
    ({ subject_id }) => subject_id === stopped.user_id,
  )
  await server.call(liftKillSwitch, { id: standing?.id ?? '' }, admin.access)
  await eventually(async () => expect(await subjects()).toContain('Your bot may open positions again'))
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
  expect(await subjectsTo(idle, 'stopped')).toEqual([])
})

test('every kind of alert is wanted until the user chooses, and a choice changes its kind only', async () => {
  const { token } = await addTrader(server)
  const before = (await server.call(readAlerts, {}, token)).body
  expect(before.every(({ by_mail, by_telegram }) => by_mail && by_telegram)).toBe(true)
  const choices = [{ kind: 'fills', by_mail: false, by_telegram: true } as const]
  const after = (await server.call(saveAlerts, { choices }, token)).body
  expect(after).toEqual(before.map((choice) => (choice.kind === 'fills' ? choices[0] : choice)))
  expect((await server.call(readAlerts, {}, token)).body).toEqual(after)
  expect((await server.call(saveAlerts, { choices: [{ ...choices[0]!, kind: 'news' as never }] }, token)).status).toBe(
    400,
  )
})

test('mail about credentials cannot be turned off', async () => {
  const { token } = await addTrader(server)
  const choices = [{ kind: 'credentials', by_mail: false, by_telegram: false } as const]
  const { body } = await server.call(saveAlerts, { choices }, token)
  expect(body.find(({ kind }) => kind === 'credentials')).toEqual({ ...choices[0], by_mail: true })
})

test('stops and targets are mailed without the other fills, if only they are wanted', async () => {
  const trader = await addRunning()
  const choices = [{ kind: 'fills', by_mail: false, by_telegram: false } as const]
  await server.call(saveAlerts, { choices }, trader.token)
  await addFill(trader, { purpose: 'ENTRY' })
  await mailFills(server.deps)
  expect(await subjectsTo(trader, 'filled')).toEqual([])
  server.moveTime(MINUTE_MS)
  await addFill(trader, { purpose: 'ENTRY' })
  await addFill(trader, { purpose: 'STOP', pnlPaise: -5_000 })
  await mailFills(server.deps)
  expect(await subjectsTo(trader, 'filled')).toEqual(['EMA Bot: 1 order filled'])
})

test('a test mail arrives, and the sixth within ten minutes is refused', async () => {
  const trader = await addTrader(server)
  expect((await server.call(sendMailTest, {}, trader.token)).status).toBe(202)
  expect((await newestMail(server, trader.registration.email)).subject).toBe('Test alert from Trading Bot')
  for (let sent = 1; sent < 5; sent++) await server.call(sendMailTest, {}, trader.token)
  expect((await server.call(sendMailTest, {}, trader.token)).status).toBe(429)
})

// The clock stands at 10:31 on a Monday; NSE closes at 15:30.
test('the day’s summary comes once, after the close, to those who traded and want it', async () => {
  const deps = { ...server.deps, calendar: assumeUnknownYears(INDIA_CALENDAR) }
  const [trader, idle, other] = [await addTrader(server), await addTrader(server), await addTrader(server)]
  const choices = [{ kind: 'summary', by_mail: false, by_telegram: false } as const]
  await server.call(saveAlerts, { choices }, other.token)
  await addFill(trader, { purpose: 'ENTRY' })
  await addFill(trader, { pnlPaise: -12_345 })
  await addFill(other)
  const summaries = (who: Trader) => subjectsTo(who, 'Your day')
  await sendSummaries(deps)
  server.moveTime(5 * HOUR_MS)
  await sendSummaries(deps)
  expect(await summaries(trader), 'before the last orders have ended').toEqual([])
  server.moveTime(15 * MINUTE_MS)
  await sendSummaries(deps)
  await sendSummaries(deps)
  expect(await summaries(trader)).toEqual(['Your day: −₹123.45 net'])
  const { text } = await newestMail(server, trader.registration.email)
  expect(text).toContain('Charges: ₹51.00')
  expect(text).toContain('Orders executed: 2, round trips closed: 1')
  expect(text).toContain('EMA Bot: −₹123.45, no daily loss limit')
  expect(text).toContain('EMA Bot: will it trade? Not now: no engine is running.\n')
  expect(text).toContain('Open positions: none')
  expect([...(await summaries(idle)), ...(await summaries(other))]).toEqual([])
  server.moveTime(16 * HOUR_MS)
  await sendSummaries(deps)
  expect(await summaries(trader)).toHaveLength(1)
})

test('the demo, which trades every hour, sends the summary after midnight', async () => {
  const { calendar } = server.deps
  const at = (time: string) => dayOver(calendar, Date.parse(time))
  const monday = indiaDayNumber(Date.parse('2026-11-16T12:00:00+05:30'))
  expect(at('2026-11-16T15:46:00+05:30')).toBeUndefined()
  expect(at('2026-11-17T00:14:00+05:30')).toBeUndefined()
  expect(at('2026-11-17T00:16:00+05:30')).toBe(monday)
  expect(at('2026-11-17T12:30:00+05:30')).toBeUndefined()
})

test('the end of a plan that does not renew itself is announced once, three days ahead', async () => {
  const trader = await addTrader(server)
  const reminders = () => subjectsTo(trader, 'Your plan ends')
  const endIn = (hours: number) =>
    sql`update subscriptions set auto_renew = false, end_at = ${new Date(server.deps.clock.now().getTime() + hours * HOUR_MS)}
      where id = ${trader.subscription_id}`.execute(server.db)
  await endIn(73)
  await remindOfPlanEnd(server.deps)
  expect(await reminders()).toEqual([])
  server.moveTime(HOUR_MS)
  await remindOfPlanEnd(server.deps)
  await remindOfPlanEnd(server.deps)
  expect(await reminders()).toHaveLength(1)
})
