// A real SMTP exchange: the outbox row, the job, the wire, and a mail server that is away. A stolen database must contain
// no one-time code and no reset link, neither while a mail is queued nor once it is sent.
import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@trading-bot/core/time'
import { SCHEDULED_RETENTION } from '@trading-bot/contract/legal/retention'
import { forgotPassword, register } from '@trading-bot/contract/rest/accounts/auth'
import { listDemoMail } from '@trading-bot/contract/rest/operations/platform'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { dumpDatabase } from '../../testing/database/dump-database.ts'
import { startFakeSmtp } from '../../testing/fakes/fake-smtp.ts'
import { mailedCode, newestMail, newRegistration, signUp } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hurryJobs, startTestWorker } from '../../testing/test-worker.ts'
import { postMail } from './post-mail.ts'
import { rotateMails } from './rotate-mails.ts'
import { openText } from './sealed-text.ts'
import { openMailSender } from './send-mail.ts'
import { deleteMailsBefore, expireMails } from './expire-mails.ts'

const LIMIT = { timeout: 15_000, interval: 20 }

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startServer(...changes: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...changes)
  closers.push(() => server.stop())
  return server
}

async function startSmtp() {
  const smtp = await startFakeSmtp()
  closers.push(smtp.stop)
  return smtp
}

async function startWorker(server: TestServer) {
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  return worker
}

function secretsIn(mails: readonly string[]): string[] {
  // Long lines of a mail are folded, and "=" is encoded.
  const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  return texts.flatMap((mail) => [
    ...[...mail.matchAll(/one-time code is (\d{6})/g)].map(([, code]) => code ?? ''),
    ...[...mail.matchAll(/token=([\w-]{20,})/g)].map(([, token]) => token ?? ''),
  ])
}

function leaks(dump: string, secrets: readonly string[]): string[] {
  const alone = (secret: string) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`)
  const lines = dump.split('\n')
  return secrets.flatMap((secret) => lines.filter((line) => alone(secret).test(line)))
}

test('a rejected mail is sent later; its code or link is readable neither in the database nor the logs, queued or sent', async () => {
  const smtp = await startSmtp()
  smtp.state.isBroken = true
  const server = await startServer({ smtpUrl: smtp.url })
  const { registration } = await signUp(server)
  await server.call(forgotPassword, { email: registration.email })
  const newcomer = newRegistration()
  await server.call(register, newcomer)
  const worker = await startWorker(server)
  const states = () =>
    server.db.selectFrom('mails').select(['state', 'attempts', 'last_error', 'sealed_text', 'text']).execute()
  // Queued and rejected once, so that the jobs and their errors are in the dump too.
  await vi.waitFor(async () => expect((await states()).every(({ attempts }) => attempts > 0)).toBe(true), LIMIT)
  for (const { state, last_error } of await states())
    expect([state, last_error]).toEqual(['queued', expect.stringContaining('try later')])
  const whileQueued = await dumpDatabase(server.db)

  smtp.state.isBroken = false
  await vi.waitFor(async () => {
    await hurryJobs(server)
    expect((await states()).every(({ state }) => state === 'sent')).toBe(true)
  }, LIMIT)
  const onceSent = await dumpDatabase(server.db)
  const secrets = secretsIn(smtp.received)
  expect(secrets).toHaveLength(3)
  for (const dump of [whileQueued, onceSent]) {
    expect(dump).toContain(newcomer.email)
    expect(leaks(dump, secrets)).toEqual([])
  }
  expect(leaks(worker.lines.join('\n'), secrets)).toEqual([])
  expect((await states()).every(({ sealed_text, text }) => sealed_text === null && text === null)).toBe(true)
  const reset = smtp.received.find((mail) => mail.includes('Subject: Reset your'))
  for (const part of [
    `To: ${registration.email}`,
    'From: Trading Bot <bot@example.in>',
    'https://bot.example.in/reset',
  ])
    expect(reset).toContain(part)
  const subjects = smtp.received.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? '')
  expect(subjects.sort((one, other) => one.localeCompare(other))).toEqual([
    'Reset your Trading Bot password',
    ...Array(2).fill('Your Trading Bot code'),
  ])
})

test('the demo shows its own mails, which are sealed in its database', async () => {
  const server = await startServer()
  const input = newRegistration()
  await server.call(register, input)
  const { body } = await server.call(listDemoMail, { to: input.email })
  const secrets = secretsIn(body.map(({ text }) => text ?? ''))
  expect(secrets).toEqual([await mailedCode(server, input.email)])
  expect(body[0]).toMatchObject({ state: 'kept', subject: 'Your Trading Bot code' })
  expect(leaks(await dumpDatabase(server.db), secrets)).toEqual([])
})

test('a sealed text copied to another mail does not open', async () => {
  const server = await startServer()
  for (const to of ['a@example.in', 'b@example.in']) {
    await postMail(server.db, server.deps.config, new Date(), { to, subject: 'Hello', text: `For ${to}` })
  }
  await sql`update mails set sealed_text = (select sealed_text from mails where recipient = 'a@example.in')`.execute(
    server.db,
  )
  expect((await newestMail(server, 'a@example.in')).text).toBe('For a@example.in')
  await expect(newestMail(server, 'b@example.in')).rejects.toThrow()
})

test('a mail whose text does not open is not sent empty, and is sent once the key is right', async () => {
  const smtp = await startSmtp()
  const server = await startServer({ smtpUrl: smtp.url })
  const { config } = server.deps
  await postMail(server.db, config, new Date(), { to: 'a@example.in', subject: 'Hello', text: 'The text' })
  const { id } = await server.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  const senderWith = (sealKey: Buffer) =>
    openMailSender(server.db, { smtpUrl: smtp.url, from: 'b@example.in', sealKey })
  await expect(senderWith(randomBytes(32)).send(id)).rejects.toThrow()
  expect(smtp.received).toEqual([])
  await senderWith(config.sealKey).send(id)
  expect(smtp.received.join()).toContain('The text')
})

test('rotating the key re-seals waiting mails; running it twice changes nothing', async () => {
  const server = await startServer()
  await postMail(server.db, server.deps.config, new Date(), { to: 'a@example.in', subject: 'Hello', text: 'The text' })
  const keys = { from: server.deps.config.sealKey, to: randomBytes(32) }
  expect([await rotateMails(server.db, keys), await rotateMails(server.db, keys)]).toEqual([1, 0])
  const mail = await server.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(openText(keys.to, mail)).toBe('The text')
  expect(() => openText(keys.from, mail)).toThrow()
})

test('a mail that cannot be sent loses its text after a week and is deleted after 90 days', async () => {
  const server = await startServer({ smtpUrl: 'smtp://127.0.0.1:9' })
  const { deps, db } = server
  await postMail(db, deps.config, deps.clock.now(), { to: 'a@example.in', subject: 'Hello', text: 'The text' })
  const row = () => db.selectFrom('mails').selectAll().executeTakeFirst()
  server.moveTime(7 * DAY_MS)
  await expireMails(deps)
  expect(await row()).toMatchObject({ state: 'queued', sealed_text: expect.any(Buffer) })
  server.moveTime(1)
  await expireMails(deps)
  expect(await row()).toMatchObject({ state: 'failed', sealed_text: null, recipient: 'a@example.in', subject: 'Hello' })
  const logs = await db.selectFrom('system_logs').select(['level', 'message']).execute()
  expect(logs).toContainEqual({
    level: 'WARNING',
    message: 'Mails that could not be delivered within 7 days: 1',
  })
  const deleteOld = () =>
    deleteMailsBefore(db, new Date(deps.clock.now().getTime() - SCHEDULED_RETENTION.mails.days * DAY_MS))
  server.moveTime(83 * DAY_MS - 1)
  await deleteOld()
  expect(await row()).toBeDefined()
  server.moveTime(1)
  await deleteOld()
  expect(await row()).toBeUndefined()
})

test("the sender's name follows its setting, the address stays", async () => {
  const smtp = await startSmtp()
  const server = await startServer({ smtpUrl: smtp.url })
  const value = JSON.stringify('Acme Trading')
  await server.db.insertInto('settings').values({ key: 'mail.from_name', value, updated_at: new Date() }).execute()
  await signUp(server)
  await startWorker(server)
  await vi.waitFor(() => expect(smtp.received.join()).toContain('From: Acme Trading <bot@example.in>'), LIMIT)
})

test('a sent mail is not sent again when its job runs twice', async () => {
  const smtp = await startSmtp()
  const server = await startServer({ smtpUrl: smtp.url })
  await postMail(server.db, server.deps.config, new Date(), { to: 'd@example.in', subject: 'Hello', text: 'World' })
  const { id } = await server.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  const sender = openMailSender(server.db, {
    smtpUrl: smtp.url,
    from: server.deps.config.mailFrom,
    sealKey: server.deps.config.sealKey,
  })
  await sender.send(id)
  await sender.send(id)
  sender.close()
  expect(smtp.received).toHaveLength(1)
})

test('a mail whose transaction does not commit is never sent', async () => {
  const server = await startServer({ smtpUrl: 'smtp://127.0.0.1:9' })
  const draft = { to: 'b@example.in', subject: 'Hello', text: 'World' }
  const rolledBack = server.db.transaction().execute(async (tx) => {
    await postMail(tx, server.deps.config, new Date(), draft)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await server.db.selectFrom('mails').select('id').execute()).toHaveLength(0)
})

test('a job whose worker died is taken over within seconds', async () => {
  const smtp = await startSmtp()
  const server = await startServer({ smtpUrl: smtp.url })
  await postMail(server.db, server.deps.config, new Date(), { to: 'c@example.in', subject: 'Hello', text: 'World' })
  // The state after a kill -9: the row is locked by a dead worker (for four hours without the sweep).
  await sql`update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now()`.execute(server.db)
  await startWorker(server)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), LIMIT)
})
