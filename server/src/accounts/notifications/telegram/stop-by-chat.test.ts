// What a linked chat can ask and do, without a network: updates in, messages and bots out.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@trading-bot/core/time'
import { suspendUser } from '@trading-bot/contract/rest/accounts/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TelegramUpdate } from '../../../platform/providers/telegram-bot.ts'
import { startFakeTelegram } from '../../../testing/fakes/fake-telegram.ts'
import { mailedCode, mailsTo, signUpAdmin } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addOpenPosition, addTrip } from '../../../testing/test-trades.ts'
import { processUpdate, skipFailed } from './process-update.ts'
import { linkChat, saveBot } from './telegram-store.ts'
import { startTestWorker } from '../../../testing/test-worker.ts'

const LIMIT = { timeout: 15_000, interval: 20 }
let telegram: Awaited<ReturnType<typeof startFakeTelegram>>
let server: TestServer
let chatId = 500_000
let updateId = 0
beforeAll(async () => {
  telegram = await startFakeTelegram()
  const prices = { lastPaise: (token: string) => (token === '3045' ? 81_000 : undefined) }
  server = await startTestServer({ telegram: telegram.settings }, { prices })
  await saveBot(server.db, telegram.settings.botId, 'trading_test_bot')
})
beforeEach(() => {
  chatId += 1
})
afterAll(async () => {
  await server.stop()
  await telegram.stop()
})

async function linkedTrader(sinceMs = DAY_MS) {
  const trader = await addTrader(server)
  const linkedAt = new Date(server.deps.clock.now().getTime() - sinceMs)
  await linkChat(server.db, { userId: trader.user_id, chatId: String(chatId), name: '@neha' }, linkedAt)
  return trader
}

/** A chat of a moment ago that has asked to close what its owner holds. */
async function newChatThatCloses() {
  const trader = await linkedTrader(DAY_MS - HOUR_MS)
  await addOpenPosition(server, trader)
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', trader.user_id)
    .executeTakeFirstOrThrow()
  const [keep, close] = (await write('/stop')).buttons ?? []
  expect((await press(close?.data ?? '')).text).toMatch(/^This chat was linked less than 24 hours ago, so closing/)
  expect(await botOf(trader.id)).toMatchObject({ status: 'running', close_requests: 0 })
  return { trader, email, keep }
}

const chat = () => ({ id: chatId, type: 'private' })
const messages = () =>
  server.db
    .selectFrom('telegram_messages')
    .select(['text', 'buttons'])
    .where('chat_id', '=', String(chatId))
    .orderBy('id')
    .execute()
async function receive(update: Omit<TelegramUpdate, 'update_id'>) {
  updateId += 1
  await processUpdate(server.deps, telegram.settings.botId, { update_id: updateId, ...update })
  return (await messages()).at(-1) as { text: string; buttons: { label: string; data: string }[] | null }
}
const write = (text: string) => receive({ message: { text, chat: chat() } })
const press = (data: string) => receive({ callback_query: { id: 'p', data, message: { chat: chat() } } })
const botOf = (id: string) =>
  server.db.selectFrom('user_bots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: string) => (await botOf(id)).status

test('/stop asks first with the figures, and /stop confirm stops the bots once, with the owner in the audit', async () => {
  const trader = await linkedTrader()
  await addOpenPosition(server, trader)
  const asked = await write('/stop')
  expect(asked.text).toMatch(/^Stop 1 running bot\? 1 position is open\.\n/)
  expect(asked.buttons?.map(({ label }) => label)).toEqual(['Stop, keep positions managed', 'Stop and close positions'])
  expect(await statusOf(trader.id)).toBe('running')
  expect((await write('/stop confirm')).text).toBe(
    'Stopped: EMA Bot. 1 position is still managed until closed. Send /positions to see them.',
  )
  expect(await botOf(trader.id)).toMatchObject({ status: 'stopped', close_requests: 0 })
  const audit = await server.db.selectFrom('audit_lines').selectAll().where('subject_id', '=', trader.id).execute()
  expect(audit).toMatchObject([{ action: 'bot.stop', actor_id: trader.user_id, request_id: 'telegram' }])
  expect((await write('/stop confirm')).text).toContain('Nothing was stopped')
})

test('a button stops and closes; one under an older question does nothing', async () => {
  const trader = await linkedTrader()
  await addOpenPosition(server, trader)
  const [, older] = (await write('/stop')).buttons ?? []
  const [, newer] = (await write('/stop')).buttons ?? []
  expect((await press(older?.data ?? '')).text).toContain('Nothing was stopped')
  expect(await statusOf(trader.id)).toBe('running')
  // A wrong code spends the question, so it is asked again.
  expect((await press(newer?.data ?? '')).text).toContain('Nothing was stopped')
  const [, last] = (await write('/stop')).buttons ?? []
  expect((await press(last?.data ?? '')).text).toMatch(/^Stopped: EMA Bot\. 1 position is being closed now\./)
  expect(await botOf(trader.id)).toMatchObject({ status: 'stopped', close_requests: 1 })
})

test('a chat linked within 24 hours closes positions only with the code that was mailed, sent within ten minutes', async () => {
  const { trader, email } = await newChatThatCloses()
  expect((await mailsTo(server, email)).at(-1)).toBe('Your code to close positions from Telegram')
  const code = await mailedCode(server, email)
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await write(`/stop close ${wrong}`)).text).toMatch(/^This is not the code/)
  server.moveTime(10 * MINUTE_MS)
  expect((await write(code)).text).toContain('Nothing was stopped')
  expect(await statusOf(trader.id)).toBe('running')
  await write('/stop')
  await write('/stop close')
  expect((await write(await mailedCode(server, email))).text).toMatch(/^Stopped: EMA Bot\. 1 position is being closed/)
  expect(await botOf(trader.id)).toMatchObject({ status: 'stopped', close_requests: 1 })
  expect((await write(code)).text).toContain('Nothing was stopped')
})

test('a new chat cannot guess the code, nor flood the owner with codes, and stops without closing at once', async () => {
  const { trader, email, keep } = await newChatThatCloses()
  const code = await mailedCode(server, email)
  for (let guess = 0; guess < 5; guess++) await write(`/stop close wrong${guess}`)
  expect((await write(code)).text).toMatch(/^Too many codes/)
  for (let round = 0; round < 6; round++) await write('/stop close')
  expect((await mailsTo(server, email)).filter((subject) => subject.startsWith('Your code to close'))).toHaveLength(5)
  expect((await press(keep?.data ?? '')).text).toMatch(/^Stopped: EMA Bot\. 1 position is still managed/)
  expect(await botOf(trader.id)).toMatchObject({ status: 'stopped', close_requests: 0 })
})

test('an answer after two minutes, or from another chat, stops nothing', async () => {
  const trader = await linkedTrader()
  const [keep] = (await write('/stop')).buttons ?? []
  server.moveTime(120_000)
  expect((await press(keep?.data ?? '')).text).toContain('Nothing was stopped')
  const [again] = (await write('/stop')).buttons ?? []
  chatId += 1
  await linkedTrader()
  expect((await press(again?.data ?? '')).text).toContain('Nothing was stopped')
  expect(await statusOf(trader.id)).toBe('running')
})

test('/status tells state and net of today, /positions what is held and says when a price is not known', async () => {
  const trader = await linkedTrader()
  const at = server.deps.clock.now().toISOString()
  const { pnlPaise } = await addTrip(server, trader, { enteredAt: at, exitedAt: at })
  const net = (pnlPaise / 100).toFixed(2)
  expect((await write('/status')).text).toBe(
    `EMA Bot: running, paper. Closed trades today: net ₹${net}. Will it trade? Not now: no engine is running.`,
  )
  expect((await write('/positions')).text).toBe('No position is open.')
  await addOpenPosition(server, trader)
  await addOpenPosition(server, trader, { symbol: 'TCS-EQ', token: '11536' })
  const { text } = await write('/positions')
  expect(text).toContain('SBIN-EQ: long 10 at ₹800.00, last ₹810.00, unrealised ₹100.00')
  expect(text).toContain('TCS-EQ: long 10 at ₹800.00, last price not known')
  expect((await write('/sell everything')).text).toMatch(/^Commands: /)
})

test('a chat that is not linked, and one of a suspended user, learns nothing and stops nothing', async () => {
  const help = 'This bot tells Trading Bot users what their bot does. To link this chat, open your profile there.'
  for (const command of ['/stop', '/stop confirm', '/status', '/positions'])
    expect((await write(command)).text).toBe(help)
  const trader = await linkedTrader()
  const [keep] = (await write('/stop')).buttons ?? []
  const admin = await signUpAdmin(server)
  await server.call(suspendUser, { id: trader.user_id, reason: 'test' }, admin.access)
  for (const command of ['/stop', '/stop confirm', '/status', '/positions'])
    expect((await write(command)).text).toBe(help)
  expect((await press(keep?.data ?? '')).text).toBe(help)
  expect(await statusOf(trader.id)).toBe('running')
})

test('over the network: the buttons arrive, a press stops the bot and is acknowledged', async () => {
  const trader = await linkedTrader()
  // What the other tests wrote is not sent before it: messages go out one after the other.
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
  const worker = await startTestWorker(server)
  try {
    telegram.write(chatId, '/stop')
    await vi.waitFor(() => expect(telegram.textsTo(chatId)).toHaveLength(1), LIMIT)
    telegram.press(chatId, 'Stop, keep positions managed')
    await vi.waitFor(() => expect(telegram.textsTo(chatId).at(-1)).toMatch(/^Stopped: EMA Bot/), LIMIT)
    await vi.waitFor(() => expect(telegram.acknowledged).toHaveLength(1), LIMIT)
    expect(await statusOf(trader.id)).toBe('stopped')
  } finally {
    await worker.stop()
  }
})

test('a command that fails is answered, not swallowed', async () => {
  const trader = await linkedTrader()
  const update = { update_id: 900_000, message: { text: '/stop', chat: chat() } }
  await skipFailed(server.deps, telegram.settings.botId, update)
  expect(await messages()).toMatchObject([{ text: expect.stringContaining('nothing was changed') }])
  expect(await statusOf(trader.id)).toBe('running')
})
