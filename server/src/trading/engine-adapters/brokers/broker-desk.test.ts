// The credential check against the simulated exchange: the real adapter, the real wire, real TOTP codes.
import { openPracticeAccount, saveCredentials, verifyCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSubscriber } from '../../../testing/test-runners.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { openMarket } from '../prices/open-market.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let close: () => Promise<void>
beforeAll(async () => {
  const bare = await startTestServer()
  const opened = await openMarket(bare.deps.config, bare.db, bare.deps.calendar, log)
  close = opened.close
  server = await startTestServer({ sealKey: bare.deps.config.sealKey }, { broker: opened.desk })
  await bare.stop()
})
afterAll(async () => {
  await server.stop()
  await close()
})

test('practice credentials are accepted by the exchange they came from, and stay the same when asked for again', async () => {
  const { token } = await addSubscriber(server)
  const practice = (await server.call(openPracticeAccount, {}, token)).body
  expect((await server.call(openPracticeAccount, {}, token)).body).toEqual(practice)
  expect((await server.call(saveCredentials, practice, token)).status).toBe(200)
  const verified = await server.call(verifyCredentials, {}, token)
  expect(verified.body).toMatchObject({ credentials: { is_verified: true, last_error: null } })
})

test('wrong credentials are rejected with a sentence that the user can act on', async () => {
  const { token } = await addSubscriber(server)
  const practice = (await server.call(openPracticeAccount, {}, token)).body
  await server.call(saveCredentials, { ...practice, mpin: '0000' }, token)
  const refused = await server.call(verifyCredentials, {}, token)
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('client code and MPIN') } })
})

test('after a restart the exchange still accepts the saved practice accounts', async () => {
  const { token } = await addSubscriber(server)
  const practice = (await server.call(openPracticeAccount, {}, token)).body
  await server.call(saveCredentials, practice, token)
  const reopened = await openMarket(server.deps.config, server.db, server.deps.calendar, log)
  const { api_key: apiKey, client_code: clientCode, mpin, totp_secret: totpSecret } = practice
  expect(await reopened.desk.tryLogIn({ apiKey, clientCode, mpin, totpSecret })).toEqual({ kind: 'accepted' })
  await reopened.close()
})
