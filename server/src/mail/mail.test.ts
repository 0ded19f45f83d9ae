// A real SMTP exchange: the outbox row, the job, the wire, and what happens when the other side is not there.
import { forgotPassword } from '@trading-bot/contract/rest/auth'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { signUp } from '../testing/test-accounts.ts'
import { startTestServer } from '../testing/test-server.ts'
import { postMail } from './post-mail.ts'
import { openMailSender } from './send-mail.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const LIMIT = { timeout: 15_000, interval: 20 }

/** A mail server that keeps what it gets; `isBroken` makes it turn every mail away for now. */
async function startSmtp(port = 0) {
  const received: string[] = []
  const state = { isBroken: false }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (state.isBroken) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        received.push(Buffer.concat(parts).toString())
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const address = smtp.server.address()
  const chosen = typeof address === 'object' && address ? address.port : 0
  return { received, state, url: `smtp://127.0.0.1:${chosen}` }
}

async function startWithMail(smtpUrl: string) {
  const server = await startTestServer({ smtpUrl })
  closers.push(() => server.stop())
  return server
}

async function startWorker(server: Awaited<ReturnType<typeof startTestServer>>) {
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 8)
  const jobs = await startJobs({ ...server.deps, db: database.db }, database.pool, pino({ level: 'silent' }))
  const stop = async () => {
    await jobs.stop()
    await database.close()
  }
  return { stop }
}

test('a mail goes from the outbox over SMTP and is marked sent', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  const worker = await startWorker(server)
  closers.push(worker.stop)
  const { registration } = await signUp(server)
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

test('the name of the sender follows its setting, the address stays', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  const value = JSON.stringify('Acme Trading')
  await server.db.insertInto('settings').values({ key: 'mail.from_name', value, updated_at: new Date() }).execute()
  const worker = await startWorker(server)
  closers.push(worker.stop)
  await signUp(server)
  await vi.waitFor(() => expect(smtp.received.join()).toContain('From: Acme Trading <bot@example.in>'), LIMIT)
})

test('mail posted while no worker runs is sent by the next one', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  const { registration } = await signUp(server)
  const worker = await startWorker(server)
  closers.push(worker.stop)
  await vi.waitFor(() => expect(smtp.received.join()).toContain(registration.email), LIMIT)
})

test('a mail server that turns mail away is tried again until it takes it', async () => {
  const smtp = await startSmtp()
  smtp.state.isBroken = true
  const server = await startWithMail(smtp.url)
  const worker = await startWorker(server)
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

test('a mail that was sent is not sent again when its job comes twice', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  await postMail(server.db, server.deps.config, new Date(), { to: 'd@example.in', subject: 'Hello', text: 'World' })
  const { id } = await server.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  const sender = openMailSender(server.db, smtp.url, server.deps.config.mailFrom)
  await sender.send(id)
  await sender.send(id)
  sender.close()
  expect(smtp.received).toHaveLength(1)
})

test('a mail whose transaction does not commit is never sent', async () => {
  const server = await startWithMail('smtp://127.0.0.1:9')
  const draft = { to: 'b@example.in', subject: 'Hello', text: 'World' }
  const doomed = server.db.transaction().execute(async (tx) => {
    await postMail(tx, server.deps.config, new Date(), draft)
    throw new Error('rolled back')
  })
  await expect(doomed).rejects.toThrow('rolled back')
  expect(await server.db.selectFrom('mails').select('id').execute()).toHaveLength(0)
})

test('a job whose worker died is taken over within seconds', async () => {
  const smtp = await startSmtp()
  const server = await startWithMail(smtp.url)
  await postMail(server.db, server.deps.config, new Date(), { to: 'c@example.in', subject: 'Hello', text: 'World' })
  // What a kill -9 leaves behind: the row locked by a worker nobody answers for (four hours, were it not swept).
  await sql`update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now()`.execute(server.db)
  const worker = await startWorker(server)
  closers.push(worker.stop)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), LIMIT)
})
