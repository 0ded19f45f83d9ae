// Over real HTTP: a local Bot API, a worker on the same database, and the calls of the profile page.
import {
  readTelegram,
  sendTelegramTest,
  startTelegramLink,
  unlinkTelegram,
} from '@trading-bot/contract/rest/accounts/telegram'
import { changePassword, forgotPassword, logIn, resetPassword } from '@trading-bot/contract/rest/accounts/auth'
import { endAllSessions } from '@trading-bot/contract/rest/accounts/security'
import { closeAccount, endUserSessions } from '@trading-bot/contract/rest/accounts/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeTelegram } from '../../../testing/fakes/fake-telegram.ts'
import { auditOf, logsOf, newestMail, signUp, signUpAdmin } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { notifyUser } from '../../../trading/bot-instances/index.ts'
import { deleteTelegramBefore } from '../index.ts'
import { processUpdate } from './process-update.ts'
import { linkChat, saveBot } from './telegram-store.ts'
import { hurryJobs, startTestWorker } from '../../../testing/test-worker.ts'

const LIMIT = { timeout: 15_000, interval: 20 }
const CHAT = 900_100_200

let telegram: Awaited<ReturnType<typeof startFakeTelegram>>
let server: TestServer
const closers: (() => unknown)[] = []
beforeEach(async () => {
  telegram = await startFakeTelegram()
  server = await startTestServer({ telegram: telegram.settings })
  closers.push(
    () => telegram.stop(),
    () => server.stop(),
  )
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startWorker() {
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  return worker
}

const state = async (token: string) => (await server.call(readTelegram, {}, token)).body
const telegramAuditOf = async (userId: string) =>
  (await auditOf(server, userId)).filter((action) => action.includes('telegram'))
const messages = () => server.db.selectFrom('telegram_messages').selectAll().orderBy('id').execute()

async function newCode(token: string) {
  await vi.waitFor(async () => expect((await state(token)).bot_username).toBe('trading_test_bot'), LIMIT)
  const { body, status } = await server.call(startTelegramLink, {}, token)
  expect(status).toBe(201)
  return body
}

async function linked(chatId: number) {
  const account = await signUp(server)
  const { code } = await newCode(account.access)
  telegram.write(chatId, `/start ${code}`)
  await vi.waitFor(async () => expect((await state(account.access)).chat).not.toBeNull(), LIMIT)
  await vi.waitFor(() => expect(telegram.textsTo(chatId).at(-1)).toMatch(/^Linked/), LIMIT)
  return account
}

test('a code from the profile links the chat that sends it, once, and the chat is notified', async () => {
  await startWorker()
  const account = await signUp(server)
  expect(await state(account.access)).toMatchObject({ is_set_up: true, chat: null })
  const { code, url } = await newCode(account.access)
  expect(url).toBe(`https://t.me/trading_test_bot?start=${code}`)
  const { code_hash } = await server.db.selectFrom('telegram_codes').select('code_hash').executeTakeFirstOrThrow()
  expect(code_hash.toString('latin1')).not.toContain(code.replaceAll('-', ''))
  telegram.write(CHAT, `/start ${code}`, { type: 'private', username: 'neha_r', first_name: 'Neha' })
  await vi.waitFor(() => expect(telegram.textsTo(CHAT)[0]).toContain(account.registration.username), LIMIT)
  expect((await state(account.access)).chat).toMatchObject({ name: '@neha_r' })
  expect((await server.call(startTelegramLink, {}, account.access)).body).toMatchObject({ code: 'TELEGRAM_LINKED' })
  telegram.write(CHAT + 1, `/start ${code}`)
  await vi.waitFor(() => expect(telegram.textsTo(CHAT + 1)[0]).toContain('not valid, or it has expired'), LIMIT)
  expect((await state(account.access)).chat).toMatchObject({ name: '@neha_r' })
  expect(await telegramAuditOf(account.user.id)).toEqual(['account.telegram-code', 'account.telegram-linked'])
  const mail = await newestMail(server, account.registration.email)
  expect(mail.subject).toBe('A Telegram chat was linked to your account')
  expect(mail.text).toContain('“@neha_r”')
})

test('a new password, a reset and signing out everywhere unlink the chat, end its waiting code and tell the owner', async () => {
  const { access, registration, user } = await signUp(server)
  const { email, password } = registration
  const link = () =>
    linkChat(server.db, { userId: user.id, chatId: String(CHAT), name: '@neha_r' }, server.deps.clock.now())
  const expectUnlinked = async (token: string, subject: string) => {
    expect((await state(token)).chat).toBeNull()
    expect(await server.db.selectFrom('telegram_codes').selectAll().execute()).toEqual([])
    const mail = await newestMail(server, email)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain('The Telegram chat “@neha_r” was unlinked too')
  }
  await saveBot(server.db, telegram.settings.botId, 'trading_test_bot')
  expect((await server.call(startTelegramLink, {}, access)).status).toBe(201)
  await link()
  const fresh = { new_password: 'Newpass12', new_password_confirm: 'Newpass12' }
  const changed = await server.call(changePassword, { old_password: password, ...fresh }, access)
  await expectUnlinked(changed.body.access, 'Your Trading Bot password was changed')
  await link()
  await server.call(forgotPassword, { email })
  const token = /token=([\w-]+)/.exec((await newestMail(server, email)).text)?.[1] ?? ''
  const again = { new_password: 'Newpass34', new_password_confirm: 'Newpass34' }
  expect((await server.call(resetPassword, { token, ...again })).status).toBe(200)
  const signIn = async () => (await server.call(logIn, { username: email, password: again.new_password })).body.access
  await expectUnlinked(await signIn(), 'Your Trading Bot password was changed')
  await link()
  await server.call(endAllSessions, {}, await signIn())
  await expectUnlinked(await signIn(), 'You were signed out everywhere')
  await link()
  await server.call(endUserSessions, { id: user.id }, (await signUpAdmin(server)).access)
  await expectUnlinked(await signIn(), 'You were signed out everywhere')
  expect((await telegramAuditOf(user.id)).filter((action) => action.endsWith('unlinked'))).toHaveLength(4)
})

test('a code expires after ten minutes, and a newer one replaces the older', async () => {
  await startWorker()
  const { access } = await signUp(server)
  const first = await newCode(access)
  const second = await newCode(access)
  telegram.write(CHAT, `/start ${first.code}`)
  await vi.waitFor(() => expect(telegram.textsTo(CHAT)).toHaveLength(1), LIMIT)
  server.moveTime(600_001)
  telegram.write(CHAT, `/start ${second.code}`)
  await vi.waitFor(() => expect(telegram.textsTo(CHAT)).toHaveLength(2), LIMIT)
  expect(new Set(telegram.textsTo(CHAT))).toEqual(new Set([expect.stringContaining('not valid')]))
  expect((await state(access)).chat).toBeNull()
  await deleteTelegramBefore(server.db, server.deps.clock.now())
  expect(await server.db.selectFrom('telegram_codes').selectAll().execute()).toEqual([])
})

test('guesses are throttled per chat: after five even the right code must wait', async () => {
  await startWorker()
  const { access } = await signUp(server)
  const { code } = await newCode(access)
  for (let guess = 0; guess < 5; guess++) telegram.write(CHAT, `/start wrong-code-${guess}`)
  telegram.write(CHAT, `/start ${code}`)
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).at(-1)).toMatch(/^Too many wrong codes/), LIMIT)
  expect((await state(access)).chat).toBeNull()
  // Another chat does not have to wait.
  telegram.write(CHAT + 1, `/start ${code.toUpperCase().replaceAll('-', '')}`)
  await vi.waitFor(async () => expect((await state(access)).chat).not.toBeNull(), LIMIT)
})

test('a chat belongs to one account, groups are refused, and /unlink unlinks', async () => {
  await startWorker()
  const first = await linked(CHAT)
  const second = await signUp(server)
  const { code } = await newCode(second.access)
  telegram.write(CHAT, `/start ${code}`)
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).at(-1)).toContain('another account'), LIMIT)
  telegram.write(-CHAT, `/start ${code}`, { type: 'group', title: 'Friends' })
  await vi.waitFor(() => expect(telegram.textsTo(-CHAT)[0]).toContain('private chat only'), LIMIT)
  telegram.write(CHAT, '/unlink')
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).at(-1)).toMatch(/^Unlinked/), LIMIT)
  expect((await state(first.access)).chat).toBeNull()
  expect(await telegramAuditOf(first.user.id)).toContain('account.telegram-unlinked')
  // The chat that was refused did not use up the code.
  telegram.write(CHAT, `/start ${code}`)
  await vi.waitFor(async () => expect((await state(second.access)).chat).not.toBeNull(), LIMIT)
  telegram.write(CHAT, 'hello?')
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).at(-1)).toMatch(/^Commands: \/status/), LIMIT)
})

test('one of two workers listens, the other takes over, and an update delivered twice takes effect once', async () => {
  const first = await startWorker()
  const { access } = await signUp(server)
  await newCode(access)
  await startWorker()
  const update_id = telegram.write(CHAT, 'hello')
  await vi.waitFor(() => expect(telegram.textsTo(CHAT)).toHaveLength(1), LIMIT)
  await first.stop()
  // What a listener that lost its lock could still deliver.
  const chat = { id: CHAT, type: 'private' }
  await processUpdate(server.deps, telegram.settings.botId, { update_id, message: { text: 'hello', chat } })
  expect(await messages()).toHaveLength(1)
  telegram.write(CHAT, 'again')
  await vi.waitFor(() => expect(telegram.textsTo(CHAT)).toHaveLength(2), LIMIT)
  expect(telegram.state.mostPolls).toBe(1)
  expect(await messages()).toHaveLength(2)
})

test('the test message arrives as plain text; after unlinking, nothing more is sent', async () => {
  await startWorker()
  const { access, user } = await linked(CHAT)
  const reply = await server.call(sendTelegramTest, {}, access)
  expect(reply).toMatchObject({ status: 202, body: { message: 'The test message is on its way.' } })
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).at(-1)).toMatch(/^This is a test message/), LIMIT)
  expect(telegram.sent.every((message) => message.parse_mode === undefined)).toBe(true)
  for (let more = 0; more < 4; more++) await server.call(sendTelegramTest, {}, access)
  expect((await server.call(sendTelegramTest, {}, access)).status).toBe(429)
  expect((await server.call(unlinkTelegram, {}, access)).status).toBe(204)
  expect((await server.call(unlinkTelegram, {}, access)).body).toMatchObject({ code: 'TELEGRAM_NOT_LINKED' })
  server.moveTime(600_001)
  expect((await server.call(sendTelegramTest, {}, access)).body).toMatchObject({ code: 'TELEGRAM_NOT_LINKED' })
  expect(await telegramAuditOf(user.id)).toContain('account.telegram-unlinked')
})

test('a message that waits while its chat is unlinked is dropped', async () => {
  const worker = await startWorker()
  const { access } = await linked(CHAT)
  await worker.stop()
  await server.call(sendTelegramTest, {}, access)
  await server.call(unlinkTelegram, {}, access)
  expect((await messages()).at(-1)).toMatchObject({ state: 'dropped' })
  await startWorker()
  telegram.write(CHAT, 'hello')
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).at(-1)).toContain('open your profile'), LIMIT)
  expect(telegram.textsTo(CHAT).join()).not.toContain('test message')
})

test('when Telegram asks to wait, the bot waits that long and loses no message', async () => {
  await startWorker()
  const { access } = await linked(CHAT)
  const before = telegram.state.tries
  telegram.state.refusals = [
    { status: 429, body: { description: 'Too Many Requests', parameters: { retry_after: 1 } } },
  ]
  const begun = Date.now()
  await server.call(sendTelegramTest, {}, access)
  await vi.waitFor(async () => expect((await messages()).at(-1)?.last_error).toContain('429'), LIMIT)
  expect((await messages()).at(-1)).toMatchObject({ state: 'queued', attempts: 0 })
  // Another message meanwhile does not call Telegram at all.
  await server.call(sendTelegramTest, {}, access)
  await vi.waitFor(async () => expect((await messages()).at(-1)?.last_error).toBe('flood'), LIMIT)
  expect(telegram.state.tries).toBe(before + 1)
  server.moveTime(1_000)
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).filter((text) => text.includes('test'))).toHaveLength(2), LIMIT)
  expect(Date.now() - begun).toBeGreaterThanOrEqual(900)
})

test('network errors are retried; messages that Telegram rejects fail with a log line', async () => {
  await startWorker()
  const { access, user } = await linked(CHAT)
  telegram.state.refusals = ['cut']
  await server.call(sendTelegramTest, {}, access)
  await vi.waitFor(async () => expect((await messages()).at(-1)).toMatchObject({ state: 'queued', attempts: 1 }), LIMIT)
  await hurryJobs(server)
  await vi.waitFor(() => expect(telegram.textsTo(CHAT).at(-1)).toMatch(/^This is a test/), LIMIT)
  telegram.state.refusals = [{ status: 400, body: { description: 'Bad Request: message text is empty' } }]
  await server.call(sendTelegramTest, {}, access)
  await vi.waitFor(async () => expect((await messages()).at(-1)).toMatchObject({ state: 'failed' }), LIMIT)
  const logs = await logsOf(server, user.id)
  expect(logs.map(({ message }) => message)).toContain('A Telegram message could not be delivered')
})

test('a user who blocks the bot is unlinked, with a log line, and no more messages are tried', async () => {
  await startWorker()
  const { access, user } = await linked(CHAT)
  telegram.state.refusals = [{ status: 403, body: { description: 'Forbidden: bot was blocked by the user' } }]
  await server.call(sendTelegramTest, {}, access)
  await vi.waitFor(async () => expect((await state(access)).chat).toBeNull(), LIMIT)
  const logs = await logsOf(server, user.id)
  expect(logs.map(({ message }) => message)).toContain('Telegram chat unlinked: it is blocked or gone')
  expect((await messages()).at(-1)).toMatchObject({ state: 'dropped' })
})

test('notices of the engine are sent to the chats of owners who switched them on, and nowhere else', async () => {
  await startWorker()
  const bot = await addTrader(server)
  const { code } = await newCode(bot.token)
  telegram.write(CHAT, `/start ${code}`)
  await vi.waitFor(async () => expect((await state(bot.token)).chat).not.toBeNull(), LIMIT)
  const notify = (sentence: string) => notifyUser(server.deps, { userBotId: bot.id, kind: 'LIMIT_REACHED', sentence })
  await notify('Not switched on.')
  await server.db
    .updateTable('bot_configurations')
    .set({ telegram_notifications: true, email_notifications: false })
    .where('subscription_id', '=', bot.subscription_id)
    .execute()
  await notify('The loss of ₹1,200.00 has reached the limit of the day.')
  await vi.waitFor(() => {
    const text =
      'Your bot has reached a daily limit\n\nEMA Bot: The loss of ₹1,200.00 has reached the limit of the day.'
    expect(telegram.textsTo(CHAT).at(-1)).toBe(`${text}\n\nSee https://bot.example.in/subscriptions`)
  }, LIMIT)
  expect(telegram.textsTo(CHAT).join()).not.toContain('Not switched on')
  const mails = await server.db.selectFrom('mails').select('subject').execute()
  expect(mails.filter(({ subject }) => subject === 'Your bot has reached a daily limit')).toHaveLength(1)
})

test('a listener resumes after Telegram was down, and logs it without the token', async () => {
  telegram.state.isDown = true
  const worker = await startWorker()
  await vi.waitFor(() => expect(worker.lines.join()).toContain('Telegram updates could not be read'), LIMIT)
  const { access } = await signUp(server)
  expect((await server.call(startTelegramLink, {}, access)).body).toMatchObject({ code: 'TELEGRAM_DOWN' })
  telegram.state.isDown = false
  await linked(CHAT)
  const secret = telegram.settings.token.split(':')[1]
  expect(worker.lines.join()).not.toContain(secret)
  expect(JSON.stringify(await messages())).not.toContain(secret)
})

test('without a token nothing can be linked, and the state shows it', async () => {
  const bare = await startTestServer()
  closers.push(() => bare.stop())
  const { access } = await signUp(bare)
  expect((await bare.call(readTelegram, {}, access)).body).toEqual({ is_set_up: false, bot_username: null, chat: null })
  expect((await bare.call(startTelegramLink, {}, access)).body).toMatchObject({ code: 'TELEGRAM_NOT_SET_UP' })
  expect((await bare.call(sendTelegramTest, {}, access)).body).toMatchObject({ code: 'TELEGRAM_NOT_SET_UP' })
})

test('a closed account keeps no chat and no message', async () => {
  const worker = await startWorker()
  const { access, registration } = await linked(CHAT)
  await worker.stop()
  await server.call(sendTelegramTest, {}, access)
  await server.call(closeAccount, { confirm: 'CLOSE', password: registration.password }, access)
  expect(await server.db.selectFrom('telegram_chats').selectAll().execute()).toEqual([])
  expect((await messages()).filter(({ user_id }) => user_id !== null)).toEqual([])
})
