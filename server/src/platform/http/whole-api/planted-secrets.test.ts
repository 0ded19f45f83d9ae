// Secrets are planted at every door; then logs, database, answers and scripts are searched for them.
import { randomBytes } from 'node:crypto'
import { enrolFactor } from '@trading-bot/contract/rest/accounts/security'
import { forgotPassword, logIn, register } from '@trading-bot/contract/rest/accounts/auth'
import { CALLS } from '@trading-bot/contract/rest/calls'
import { testBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { exportMyData } from '@trading-bot/contract/rest/accounts/users'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'
import { dumpDatabase } from '../../../testing/database/dump-database.ts'
import { newRegistration, signUpAdmin } from '../../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../../testing/test-plans.ts'
import { botForm, openTestScripts } from '../../../testing/test-scripts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { startTestWorker } from '../../../testing/test-worker.ts'
import type { Scripts } from '../../providers/open-scripts.ts'
import { authKeys } from '../../security/auth-keys.ts'

const planted = (name: string) => `Planted-${name}-${randomBytes(9).toString('hex')}`

const OF_OPERATOR = {
  smtp: planted('smtp'),
  telegram: planted('telegram'),
  metrics: planted('metrics'),
  keySecret: planted('key'),
  webhook: planted('webhook'),
  awsSecret: planted('aws'),
  feedPin: planted('pin'),
  feedTotp: planted('totp'),
}
const AUTH_SECRET = randomBytes(32)
const SEAL_KEY = randomBytes(32)
const OF_TRADER = {
  password: `${planted('password')}A1`,
  wrongPassword: `${planted('wrong')}A1`,
  apiKey: `PLANT${randomBytes(6).toString('hex')}`,
  totpSecret: `PLANTEDSECRET${'ABCDEFGHIJKLMNOP'}`,
}
const ALL = [
  ...Object.values(OF_OPERATOR),
  ...Object.values(OF_TRADER),
  ...[AUTH_SECRET, SEAL_KEY].flatMap((key) => [key.toString('base64'), key.toString('hex')]),
]

let server: TestServer
let scripts: Scripts
const logged: string[] = []
beforeAll(async () => {
  scripts = await openTestScripts()
  // As an operator has them: the process that runs scripts has every secret in its environment.
  process.env['CREDENTIALS_KEY'] = SEAL_KEY.toString('base64')
  process.env['RAZORPAY_KEY_SECRET'] = OF_OPERATOR.keySecret
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const account = { apiKey: 'k', clientCode: 'c', mpin: OF_OPERATOR.feedPin, totpSecret: OF_OPERATOR.feedTotp }
  server = await startTestServer(
    {
      authKeys: authKeys(AUTH_SECRET),
      sealKey: SEAL_KEY,
      smtpUrl: `smtp://mailer:${OF_OPERATOR.smtp}@127.0.0.1:1`,
      telegram: { apiUrl: 'http://127.0.0.1:1', token: `12345:${OF_OPERATOR.telegram}`, botId: '12345' },
      metricsToken: OF_OPERATOR.metrics,
      marketAccount: account,
      spareMarketAccount: account,
    },
    { scripts },
    log,
  )
  await seedCatalogue(server.deps)
})
afterAll(async () => {
  delete process.env['CREDENTIALS_KEY']
  delete process.env['RAZORPAY_KEY_SECRET']
  await server.stop()
  await scripts.close()
})

const found = (text: string) => ALL.filter((secret) => text.includes(secret))

/** A trader whose every secret passed through the server, successfully and not. */
async function plantAll() {
  const { password, wrongPassword, apiKey, totpSecret } = OF_TRADER
  const buyer = await signUpBuyer(server)
  await buy(server, buyer.token, { bot_plan_id: buyer.botPlan('ema_strategy').id })
  const { username, email } = buyer.registration
  const own = { ...newRegistration(), password, password_confirm: password }
  await server.call(register, own)
  await server.call(logIn, { username, password: wrongPassword })
  await server.call(forgotPassword, { email })
  const credentials = { api_key: apiKey, client_code: 'A123456', mpin: '4821', totp_secret: totpSecret }
  expect((await server.call(saveCredentials, credentials, buyer.token)).status).toBe(200)
  // Refused by shape, by JSON, and by a database that fails in the middle: what was typed must not be repeated.
  const broken = `{"username":"x","password":"${password}`
  await server.raw('POST', '/api/auth/login/', { body: broken })
  await server.raw('POST', '/api/auth/login/', { body: JSON.stringify({ username: ['x'], password, [password]: 1 }) })
  await server.raw('GET', `/api/metrics?token=${wrongPassword}`, {
    headers: { authorization: `Bearer ${wrongPassword}` },
  })
  await server.asOwner((db) => sql`alter table users rename to away`.execute(db))
  expect((await server.call(logIn, { username, password })).status).toBe(500)
  expect((await server.call(saveCredentials, credentials, buyer.token)).status).toBe(500)
  await server.asOwner((db) => sql`alter table away rename to users`.execute(db))
  return { ...buyer, apiKey }
}

test('planted secrets appear in no log, no row, no answer and no script output', async () => {
  const trader = await plantAll()
  const { access: admin } = await signUpAdmin(server)
  const worker = await startTestWorker(server)

  const factor = await server.call(enrolFactor, { password: trader.registration.password }, trader.token)
  const answers: string[] = [JSON.stringify((await server.call(exportMyData, {}, trader.token)).body)]
  const readable = CALLS.filter(({ spec }) => spec.method === 'GET' && !spec.path.includes('{'))
  expect(readable.length).toBeGreaterThan(50)
  for (const { spec } of readable) {
    for (const token of [trader.token, admin]) {
      const reply = await server.raw('GET', `/api${spec.path}`, { token })
      answers.push(`${spec.path} ${JSON.stringify(reply.body)} ${JSON.stringify([...reply.headers])}`)
    }
  }
  const peek = `import os\nprint(dict(os.environ), open('/proc/self/environ').read())\ndef on_bar(bot, bar): pass\n`
  const peeked = await server.call(testBotCode, { code: peek, config: botForm('Peek'), test_type: 'quick' }, admin)
  await worker.stop()

  expect(answers.flatMap(found)).toEqual([])
  expect(found(JSON.stringify(peeked.body))).toEqual([])
  expect(logged.length).toBeGreaterThan(10)
  expect([...logged, ...worker.lines].flatMap(found)).toEqual([])
  const dump = await dumpDatabase(server.db)
  expect(dump).toContain(trader.registration.email)
  // The test's passwords are stored without a hash: only what was planted elsewhere is searched for.
  expect(found(dump.replaceAll(`plain:${OF_TRADER.password}`, ''))).toEqual([])
  const secret = /secret=([A-Z2-7]+)/.exec(JSON.stringify(factor.body))?.[1]
  expect(secret).toBeDefined()
  expect(dump).not.toContain(secret)
  expect(logged.join('')).not.toContain(secret)
})
