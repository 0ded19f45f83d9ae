// A stolen database must contain no one-time code and no reset link, neither while a mail is queued nor once it is
// sent.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { SCHEDULED_RETENTION } from '@trading-bot/contract/legal/retention'
import { forgotPassword, register } from '@trading-bot/contract/rest/accounts/auth'
import { listDemoMail } from '@trading-bot/contract/rest/operations/platform'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { migrate } from '../db/start/migrate.ts'
import { dumpDatabase } from '../../testing/database/dump-database.ts'
import { startFakeSmtp } from '../../testing/fakes/fake-smtp.ts'
import { mailedCode, newestMail, newRegistration, signUp } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { startTestWorker } from '../../testing/test-worker.ts'
import { postMail } from './post-mail.ts'
import { rotateMails } from './rotate-mails.ts'
import { openText } from './sealed-text.ts'
import { openMailSender } from './send-mail.ts'
import { deleteMailsBefore, expireMails } from './expire-mails.ts'

const LIMIT = { timeout: 15_000, interval: 20 }
const DAY_MS = 86_400_000

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

test('neither a code nor a reset link is readable in the database or the logs, while queued or once sent', async () => {
  const smtp = await startSmtp()
  smtp.state.isBroken = true
  const server = await startServer({ smtpUrl: smtp.url })
  const { registration } = await signUp(server)
  await server.call(forgotPassword, { email: registration.email })
  const newcomer = newRegistration()
  await server.call(register, newcomer)
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  const states = () => server.db.selectFrom('mails').select(['state', 'attempts', 'sealed_text', 'text']).execute()
  // Queued and rejected once, so that the jobs and their errors are in the dump too.
  await vi.waitFor(async () => expect((await states()).every(({ attempts }) => attempts > 0)).toBe(true), LIMIT)
  const whileQueued = await dumpDatabase(server.db)

  smtp.state.isBroken = false
  await vi.waitFor(async () => expect((await states()).every(({ state }) => state === 'sent')).toBe(true), LIMIT)
  const onceSent = await dumpDatabase(server.db)
  const secrets = secretsIn(smtp.received)
  expect(secrets).toHaveLength(3)
  for (const dump of [whileQueued, onceSent]) {
    expect(dump).toContain(newcomer.email)
    expect(leaks(dump, secrets)).toEqual([])
  }
  expect(leaks(worker.lines.join('\n'), secrets)).toEqual([])
  expect((await states()).every(({ sealed_text, text }) => sealed_text === null && text === null)).toBe(true)
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

const BEFORE_SEALING = `
  delete from migrations where name like '0035_%';
  drop index mails_age, password_resets_open;
  alter table mails drop column sealed_text, alter column text set not null;
  insert into mails (id, recipient, subject, text, state, created_at) values
    (gen_random_uuid(), 'sent@example.in', '111111 is your Trading Bot code', 'code 111111', 'sent', now()),
    (gen_random_uuid(), 'kept@example.in', '222222 is your Trading Bot code', 'code 222222', 'kept', now()),
    (gen_random_uuid(), 'queued@example.in', '333333 is your Trading Bot code', 'code 333333', 'queued', now())`

test('the migration clears sent plain-text mails; queued ones are sent and then cleared', async () => {
  const smtp = await startSmtp()
  const server = await startServer({ smtpUrl: smtp.url })
  const { user } = await signUp(server)
  await server.db.deleteFrom('mails').execute()
  const pool = new pg.Pool({ connectionString: server.ownerUrl, max: 1 })
  closers.push(() => pool.end())
  await pool.query(BEFORE_SEALING)
  const addReset = `insert into password_resets (token_hash, user_id, created_at, expires_at)
    values ($1, $2, $3::timestamptz, $3::timestamptz + interval '1 day')`
  for (const [hash, at] of [
    ['older', '2026-11-16T01:00:00Z'],
    ['newer', '2026-11-16T02:00:00Z'],
  ])
    await pool.query(addReset, [Buffer.from(hash ?? ''), user.id, at])

  const migrations = path.resolve(import.meta.dirname, '../../../migrations')
  expect(await migrate(pool, migrations)).toEqual(['0035_sealed_mails.sql'])
  const open = await pool.query('select token_hash from password_resets where used_at is null')
  expect(open.rows).toEqual([{ token_hash: Buffer.from('newer') }])
  expect(leaks(await dumpDatabase(server.db), ['111111', '222222'])).toEqual([])
  const { id } = await server.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', 'queued@example.in')
    .executeTakeFirstOrThrow()
  const { mailFrom: from, sealKey } = server.deps.config
  await openMailSender(server.db, { smtpUrl: smtp.url, from, sealKey }).send(id)
  expect(smtp.received.join()).toContain('code 333333')
  expect(leaks(await dumpDatabase(server.db), ['333333'])).toEqual([])
})
