// A real SMTP exchange: the outbox row, the job, the wire, and an unreachable mail server.
import { forgotPassword } from '@trading-bot/contract/rest/accounts/auth'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeSmtp } from '../../testing/fakes/fake-smtp.ts'
import { signUp } from '../../testing/test-accounts.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { startTestWorker } from '../../testing/test-worker.ts'
import { postMail } from './post-mail.ts'
import { openMailSender } from './send-mail.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const LIMIT = { timeout: 15_000, interval: 20 }

async function startSmtp() {
  const smtp = await startFakeSmtp()
  closers.push(smtp.stop)
  return smtp
}

async function startWithMail(smtpUrl: string) {
  const server = await startTestServer({ smtpUrl })
  closers.push(() => server.stop())
  return server
}

test('a mail goes from the outbox over SMTP and is marked as sent', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  const { registration } = await signUp(server)
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  await server.call(forgotPassword, { email: registration.email })
  await vi.waitFor(() => expect(smtp.received.join()).toContain('https://bot.example.in/reset-password?token='), LIMIT)
  const mail = smtp.received.find((text) => text.includes('Reset your'))
  expect(mail).toContain(`To: ${registration.email}`)
  expect(mail).toContain('From: Trading Bot <bot@example.in>')
  await vi.waitFor(async () => {
    const rows = await server.db.selectFrom('mails').select('state').execute()
    expect(rows.every(({ state }) => state === 'sent')).toBe(true)
  }, LIMIT)
})

test("the sender's name follows its setting, the address stays", async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  const value = JSON.stringify('Acme Trading')
  await server.db.insertInto('settings').values({ key: 'mail.from_name', value, updated_at: new Date() }).execute()
  await signUp(server)
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  await vi.waitFor(() => expect(smtp.received.join()).toContain('From: Acme Trading <bot@example.in>'), LIMIT)
})

test('a mail queued while no worker runs is sent by the next worker', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  const { registration } = await signUp(server)
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  await vi.waitFor(() => expect(smtp.received.join()).toContain(registration.email), LIMIT)
})

test('a mail that the server rejects is retried until it is accepted', async () => {
  const smtp = await startSmtp()
  smtp.state.isBroken = true
  const server = await startWithMail(smtp.url)
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  await postMail(server.db, server.deps.config, new Date(), { to: 'a@example.in', subject: 'Hello', text: 'World' })
  await vi.waitFor(async () => {
    const row = await server.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'queued', attempts: 1 })
    expect(row.last_error).toContain('try later')
  }, LIMIT)
  smtp.state.isBroken = false
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), LIMIT)
})

test('a sent mail is not sent again when its job runs twice', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
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
  const server = await startWithMail('smtp://127.0.0.1:9')
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
  const server = await startWithMail(smtp.url)
  await postMail(server.db, server.deps.config, new Date(), { to: 'c@example.in', subject: 'Hello', text: 'World' })
  // The state after a kill -9: the row is locked by a dead worker (for four hours without the sweep).
  await sql`update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now()`.execute(server.db)
  const worker = await startTestWorker(server)
  closers.push(worker.stop)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), LIMIT)
})
