import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { sendToWebhook } from '../../platform/providers/operator-webhook.ts'
import { newestMail, signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { reportFailure, reportWorking } from './index.ts'

const EMAIL = 'operator@example.in'
const CHAT = '-100123'
const SECRET = 'a secret of the operator'

const telegram = { apiUrl: 'http://127.0.0.1:1', token: '1:x', botId: '1' }
const webhook = { url: 'http://127.0.0.1:1', secret: SECRET }
const server = serverForFile({ telegram, operator: { email: EMAIL, telegramChat: CHAT, webhook } })
let bot: { id: string; name: string }
beforeAll(async () => {
  await seedCatalogue(server.deps)
  bot = await server.db.selectFrom('bots').select(['id', 'name']).executeTakeFirstOrThrow()
})
beforeEach(async () => {
  for (const table of ['program_failures', 'mails', 'system_logs'] as const) await server.db.deleteFrom(table).execute()
})

const fail = (version: number, error = 'The bot’s code stopped: ValueError: oh (line 5)', deps = server.deps) =>
  server.db.transaction().execute((tx) => reportFailure(tx, deps, { strategyId: bot.id, version, error, instances: 2 }))
const works = (version: number) => reportWorking(server.deps, { strategyId: bot.id, version })
const logs = async () =>
  (await server.db.selectFrom('system_logs').select(['level', 'message']).orderBy('id').execute()).map(
    ({ level, message }) => `${level} ${message}`,
  )
const mails = async () =>
  (await server.db.selectFrom('mails').select(['recipient', 'subject']).orderBy('id').execute()).map(
    ({ recipient, subject }) => [recipient, subject],
  )

test('a failed program is an ERROR line and one alert, however often it is reported, and is told again when it works', async () => {
  await fail(3)
  await fail(3, 'The bot’s code stopped: another error')
  expect(await logs()).toEqual([
    `ERROR ${bot.name} (version 3) failed: The bot’s code stopped: ValueError: oh (line 5)`,
  ])
  expect(await mails()).toEqual([[EMAIL, `${bot.name} (version 3) failed`]])
  const mail = await newestMail(server, EMAIL)
  expect(mail.text).toContain('ValueError: oh (line 5)\n\n2 instances are in error: no new positions are opened')
  await works(4)
  await works(4)
  expect((await logs())[1]).toBe(`SUCCESS ${bot.name} works again with version 4`)
  expect((await mails())[1]).toEqual([EMAIL, `${bot.name} works again with version 4`])
  expect(await logs()).toHaveLength(2)
})

test('a program that fails after it worked again, or in another version, is alerted again', async () => {
  await fail(3)
  await fail(4)
  await works(4)
  await fail(4)
  expect((await mails()).map(([, subject]) => subject?.split(' ').at(-1))).toEqual(['failed', 'failed', '4', 'failed'])
})

test('a program that works without having failed is not reported', async () => {
  await works(1)
  expect([await logs(), await mails()]).toEqual([[], []])
})

test('the alert goes to the operator’s chat and, signed, to the webhook, which is tried again until it is taken', async () => {
  await fail(3)
  const chats = await server.db.selectFrom('telegram_messages').select(['chat_id', 'user_id']).execute()
  expect(chats.at(-1)).toEqual({ chat_id: CHAT, user_id: null })
  const { rows } = await sql<{ payload: { event: string } }>`
    select p.payload from graphile_worker._private_jobs p join graphile_worker._private_tasks t on t.id = p.task_id
    where t.identifier = 'send_operator_webhook' order by p.id desc limit 1`.execute(server.db)
  expect(rows[0]?.payload).toMatchObject({ event: 'program.failed', subject: `${bot.name} (version 3) failed` })
  const taken: { body: string; signature: unknown }[] = []
  let status = 503
  const hook = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => {
      taken.push({ body, signature: request.headers['x-signature'] })
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo
  const send = () => sendToWebhook({ url: `http://127.0.0.1:${port}/hidden`, secret: SECRET }, rows[0]?.payload)
  await expect(send()).rejects.toThrow('The webhook of the operator answered 503.')
  status = 204
  await send()
  const expected = createHmac('sha256', SECRET).update(taken[1]!.body).digest('hex')
  expect(taken[1]!.signature).toBe(`sha256=${expected}`)
  hook.close()
  await expect(send()).rejects.toThrow(/^The webhook of the operator is unreachable\.$/)
})

test('every administrator is told where no operator is named', async () => {
  const admin = await signUpAdmin(server)
  await server.db.deleteFrom('mails').execute()
  const operator = { email: undefined, telegramChat: undefined, webhook: undefined }
  await fail(7, 'it broke', { ...server.deps, config: { ...server.deps.config, operator } })
  expect((await mails()).map(([to]) => to)).toContain(admin.registration.email)
})
