import { readAlerts, saveAlerts, sendMailTest } from '@trading-bot/contract/rest/accounts/alerts'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { HOUR_MS, indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindOfPlanEnd } from '../../../billing/subscriptions/index.ts'
import { newId } from '../../../platform/ids.ts'
import { newestMail } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { mailFills, notifyUser, sendSummaries } from '../index.ts'
import { dayOver } from './day-over.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

type Trader = Awaited<ReturnType<typeof addTrader>>
type Order = { readonly purpose: string; readonly pnlPaise: number | null }

async function addFill({ id: botId }: Trader, { purpose, pnlPaise }: Order): Promise<void> {
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

async function startBot({ id }: Trader): Promise<void> {
  const at = new Date(server.deps.clock.now().getTime() - MINUTE_MS)
  await sql`update user_bots set started_at = ${at} where id = ${id}`.execute(server.db)
}

const subjectsTo = async ({ registration }: Trader) =>
  (await server.db.selectFrom('mails').select('subject').where('recipient', '=', registration.email).execute()).map(
    ({ subject }) => subject,
  )

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

test('a kind that is turned off is not mailed, while others and urgent notices are', async () => {
  const trader = await addTrader(server)
  const choices = [{ kind: 'limits', by_mail: false, by_telegram: false } as const]
  await server.call(saveAlerts, { choices }, trader.token)
  const notify = (kind: string) => notifyUser(server.deps, { userBotId: trader.id, kind, sentence: 'What happened.' })
  await notify('LIMIT_REACHED')
  expect(await subjectsTo(trader)).not.toContain('Your bot has reached a daily limit')
  await notify('ORDER_REJECTED')
  await notify('CREDENTIALS_REFUSED')
  expect(await subjectsTo(trader)).toEqual(
    expect.arrayContaining(['The broker rejected an order', 'Your bot has no access to your broker']),
  )
})

test('stops and targets are mailed without the other fills, if only they are wanted', async () => {
  const trader = await addTrader(server)
  await startBot(trader)
  const choices = [{ kind: 'fills', by_mail: false, by_telegram: false } as const]
  await server.call(saveAlerts, { choices }, trader.token)
  await addFill(trader, { purpose: 'ENTRY', pnlPaise: null })
  await mailFills(server.deps)
  expect((await subjectsTo(trader)).filter((subject) => subject.includes('filled'))).toEqual([])
  server.moveTime(MINUTE_MS)
  await addFill(trader, { purpose: 'ENTRY', pnlPaise: null })
  await addFill(trader, { purpose: 'STOP', pnlPaise: -5_000 })
  await mailFills(server.deps)
  expect((await subjectsTo(trader)).filter((subject) => subject.includes('filled'))).toEqual([
    'EMA Bot: 1 order filled',
  ])
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
  await addFill(trader, { purpose: 'ENTRY', pnlPaise: null })
  await addFill(trader, { purpose: 'EXIT', pnlPaise: -12_345 })
  await addFill(other, { purpose: 'EXIT', pnlPaise: 100 })
  const summaries = async (who: Trader) => (await subjectsTo(who)).filter((subject) => subject.startsWith('Your day'))
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
  const reminders = async () => (await subjectsTo(trader)).filter((subject) => subject.startsWith('Your plan ends'))
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
