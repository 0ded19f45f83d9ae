import { refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import {
  deleteCredentials,
  listCredentialLogs,
  openPracticeAccount,
  readCredentialStatus,
  saveCredentials,
  testConnection,
  updateCredentials,
  verifyCredentials,
} from '@trading-bot/contract/rest/trading/credentials'
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { BrokerDesk, LogInOutcome } from '../../platform/providers/broker-desk.ts'
import { signUpBuyer } from '../../testing/test-plans.ts'
import { addSubscriber } from '../../testing/test-runners.ts'
import { startTestServer, serverForFile } from '../../testing/test-server.ts'
import { rotateCredentials } from './rotate-credentials.ts'
import { openCredentials } from './sealed-credentials.ts'

const GOOD = { api_key: 'Xk29fjQ1', client_code: 'A123456', mpin: '4821', totp_secret: 'JBSWY3DPEHPK3PXP' }

let outcome: LogInOutcome = { kind: 'accepted' }
const seen: unknown[] = []
/** The address that a refusal of the broker would name. */
let named: string | undefined
let onLogIn = async () => {}
// The system boundary: the real adapter is tested against the simulated exchange elsewhere.
const broker: BrokerDesk = {
  tryLogIn: async (credentials, registeredAddress) => {
    seen.push(credentials)
    named = registeredAddress
    await onLogIn()
    return outcome
  },
  openPracticeAccount: async () => ({
    apiKey: 'practice1',
    clientCode: 'P1',
    mpin: '1111',
    totpSecret: 'JBSWY3DPEHPK3PXP',
  }),
}

const server = serverForFile({}, { broker })
beforeEach(() => {
  outcome = { kind: 'accepted' }
  onLogIn = async () => {}
})

test('CALL POST /credentials/save/ needs a valid subscription', async () => {
  const { token } = await signUpBuyer(server)
  const refused = await server.call(saveCredentials, GOOD, token)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' })
  const { token: paying } = await addSubscriber(server)
  const saved = await server.call(saveCredentials, GOOD, paying)
  expect(saved.body).toMatchObject({
    message: 'Trading credentials saved successfully!',
    credentials: { is_verified: false },
  })
})

test('CALL GET /credentials/status/ is 404 before, and shows at most the last four characters', async () => {
  const { token } = await addSubscriber(server)
  expect((await server.call(readCredentialStatus, {}, token)).status).toBe(404)
  await server.call(saveCredentials, GOOD, token)
  const { body } = await server.call(readCredentialStatus, {}, token)
  expect(body).toMatchObject({ api_key_masked: '••••fjQ1', client_code_masked: '••••3456', is_verified: false })
  for (const secret of [GOOD.api_key, GOOD.client_code, GOOD.mpin, GOOD.totp_secret]) {
    expect(JSON.stringify(body)).not.toContain(secret)
  }
})

test('no credential is readable in the database, and a row copied to another user does not open', async () => {
  const one = await addSubscriber(server)
  const two = await addSubscriber(server)
  await server.call(saveCredentials, GOOD, one.token)
  await server.call(saveCredentials, { ...GOOD, client_code: 'B999999' }, two.token)
  const row = await server.db
    .selectFrom('credentials')
    .selectAll()
    .where('user_id', '=', one.user.id)
    .executeTakeFirstOrThrow()
  for (const column of [row.api_key, row.client_code, row.mpin, row.totp_secret]) {
    expect(column.toString('latin1')).not.toMatch(/Xk29|A1234|4821|JBSWY/)
  }
  await server.db.updateTable('credentials').set({ mpin: row.mpin }).where('user_id', '=', two.user.id).execute()
  const refusal = { status: 503, body: { code: 'CREDENTIALS_UNREADABLE' } }
  expect(await server.call(verifyCredentials, {}, two.token)).toMatchObject(refusal)
  // Nor can a field be opened as another: the key's seal in the PIN's place.
  await server.db.updateTable('credentials').set({ mpin: row.api_key }).where('user_id', '=', one.user.id).execute()
  expect(await server.call(verifyCredentials, {}, one.token)).toMatchObject(refusal)
  expect(await server.call(testConnection, {}, one.token)).toMatchObject(refusal)
})

test('CR-04 CALL POST /credentials/verify/ logs in at the broker and reports the result', async () => {
  const { token } = await addSubscriber(server)
  await server.call(saveCredentials, { ...GOOD, totp_secret: 'jbsw y3dp ehpk 3pxp' }, token)
  outcome = { kind: 'refused', sentence: 'Your broker refused the MPIN. Check it and save again.' }
  const refused = await server.call(verifyCredentials, {}, token)
  expect(refused.body).toMatchObject({ error: 'Your broker refused the MPIN. Check it and save again.' })
  expect((await server.call(readCredentialStatus, {}, token)).body).toMatchObject({
    is_verified: false,
    last_error: outcome.sentence,
  })
  outcome = { kind: 'accepted' }
  const accepted = await server.call(verifyCredentials, {}, token)
  expect(accepted.body.credentials).toMatchObject({ is_verified: true, last_error: null })
  expect(seen.at(-1)).toEqual({
    apiKey: 'Xk29fjQ1',
    clientCode: 'A123456',
    mpin: '4821',
    totpSecret: 'JBSWY3DPEHPK3PXP',
  })
})

test('only proof rejects credentials: any other rejection by the broker is shown and changes nothing', async () => {
  const { token } = await addSubscriber(server)
  const read = async () => (await server.call(readCredentialStatus, {}, token)).body
  await server.call(saveCredentials, GOOD, token)
  expect((await read()).log_in).toEqual({ state: 'untried', reason: null, since: null, retry_at: null })
  await server.call(verifyCredentials, {}, token)
  expect((await read()).log_in.state).toBe('open')
  outcome = { kind: 'failed', sentence: 'Angel One has blocked this account for trading.' }
  const failed = await server.call(verifyCredentials, {}, token)
  expect(failed.body).toMatchObject({ error: outcome.sentence, code: 'BROKER_REFUSED' })
  expect(await read()).toMatchObject({ is_verified: true, last_error: outcome.sentence, log_in: { state: 'open' } })
  outcome = { kind: 'unreachable' }
  expect((await server.call(verifyCredentials, {}, token)).status).toBe(503)
  expect(await read()).toMatchObject({ is_verified: true, log_in: { state: 'open' } })
  outcome = { kind: 'refused', sentence: 'Wrong MPIN.' }
  await server.call(verifyCredentials, {}, token)
  const rejected = { is_verified: false, log_in: { state: 'rejected', reason: 'Wrong MPIN.' } }
  expect(await read()).toMatchObject(rejected)
  // A later failure to log in does not prove that they are right.
  outcome = { kind: 'unreachable' }
  await server.call(verifyCredentials, {}, token)
  expect(await read()).toMatchObject(rejected)
  await server.call(updateCredentials, GOOD, token)
  expect((await read()).log_in).toMatchObject({ state: 'untried', reason: null })
})

test('a verification does not count for credentials that were replaced while it ran', async () => {
  const { token } = await addSubscriber(server)
  await server.call(saveCredentials, GOOD, token)
  server.moveTime(1_000)
  let replaced: unknown
  onLogIn = async () => {
    replaced = (await server.call(updateCredentials, { ...GOOD, mpin: '9999' }, token)).status
  }
  const late = await server.call(verifyCredentials, {}, token)
  expect(replaced).toBe(200)
  expect(late.body).toMatchObject({ code: 'CREDENTIALS_REPLACED' })
  expect((await server.call(readCredentialStatus, {}, token)).body.is_verified).toBe(false)
})

test('CALL POST /credentials/test-connection/ tries a log-in and changes nothing', async () => {
  const { token } = await addSubscriber(server)
  expect((await server.call(testConnection, {}, token)).status).toBe(404)
  await server.call(saveCredentials, GOOD, token)
  expect((await server.call(testConnection, {}, token)).body).toEqual({
    success: true,
    message: 'The broker accepted the log-in.',
  })
  expect((await server.call(readCredentialStatus, {}, token)).body.is_verified).toBe(false)
})

test('CALL PUT /credentials/update/ replaces them and requires a new verification', async () => {
  const { token } = await addSubscriber(server)
  expect((await server.call(updateCredentials, GOOD, token)).status).toBe(404)
  await server.call(saveCredentials, GOOD, token)
  await server.call(verifyCredentials, {}, token)
  const { body } = await server.call(updateCredentials, { ...GOOD, api_key: 'Newkey77' }, token)
  expect(body.credentials).toMatchObject({ is_verified: false, api_key_masked: '••••ey77' })
})

test('a session older than a quarter of an hour must enter the password again', async () => {
  const { token, refresh, registration } = await addSubscriber(server)
  server.moveTime(14 * 60_000)
  expect((await server.call(saveCredentials, GOOD, token)).status).toBe(200)
  server.moveTime(2 * 60_000)
  const { access } = (await server.call(refreshToken, { refresh })).body
  const refused = await server.call(updateCredentials, GOOD, access)
  expect(refused.body).toMatchObject({ code: 'PASSWORD_AGAIN' })
  expect((await server.call(updateCredentials, { ...GOOD, password: 'Wrong123' }, access)).status).toBe(403)
  const again = { ...GOOD, password: registration.password }
  expect((await server.call(updateCredentials, again, access)).status).toBe(200)
  expect((await server.call(deleteCredentials, {}, access)).body).toMatchObject({ code: 'PASSWORD_AGAIN' })
  expect((await server.call(deleteCredentials, { password: 'Wrong123' }, access)).status).toBe(403)
  expect((await server.call(readCredentialStatus, {}, access)).status).toBe(200)
  expect((await server.call(deleteCredentials, { password: registration.password }, access)).status).toBe(204)
})

test('CALL DELETE /credentials/delete/ CALL GET /credentials/logs/ delete them and list what was done with them, newest first, without a secret', async () => {
  const { token, user } = await addSubscriber(server)
  expect((await server.call(deleteCredentials, {}, token)).status).toBe(404)
  await server.call(saveCredentials, GOOD, token)
  await server.call(verifyCredentials, {}, token)
  expect((await server.call(deleteCredentials, {}, token)).status).toBe(204)
  expect((await server.call(readCredentialStatus, {}, token)).status).toBe(404)
  const { body } = await server.call(listCredentialLogs, {}, token)
  expect(body.map(({ action, result }) => [action, result])).toEqual([
    ['deleted', 'ok'],
    ['verified', 'accepted'],
    ['saved', 'ok'],
  ])
  expect(JSON.stringify(body)).not.toMatch(/Xk29|4821|JBSWY/)
  const stranger = await addSubscriber(server)
  expect((await server.call(listCredentialLogs, {}, stranger.token)).body).toEqual([])
  const audit = server.db.selectFrom('audit_lines').select('action').where('actor_id', '=', user.id)
  const actions = (await audit.execute()).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['credentials.saved', 'credentials.deleted']))
})

test('log-ins stop at ten per quarter of an hour, before the broker locks the account', async () => {
  const { token } = await addSubscriber(server)
  await server.call(saveCredentials, GOOD, token)
  for (let count = 0; count < 5; count++) {
    expect((await server.call(verifyCredentials, {}, token)).status).toBe(200)
    expect((await server.call(testConnection, {}, token)).status).toBe(200)
  }
  const before = seen.length
  expect((await server.call(verifyCredentials, {}, token)).status).toBe(429)
  expect((await server.call(testConnection, {}, token)).status).toBe(429)
  expect(seen).toHaveLength(before)
})

test('CR-03 the server refuses what the form refuses', async () => {
  const { token } = await addSubscriber(server)
  const bad = { api_key: 'short', client_code: 'a12', mpin: '12345', totp_secret: 'not base32 0189 !!' }
  const { body, status } = await server.call(saveCredentials, bad, token)
  expect(status).toBe(400)
  expect(body).toMatchObject({
    api_key: ['API Key must be at least 8 characters'],
    client_code: ['Client Code must contain only uppercase letters and digits'],
    mpin: ['MPIN must be exactly 4 digits'],
    totp_secret: ['TOTP Secret may only hold the letters A-Z and the digits 2-7'],
  })
})

test('rotation re-seals every row, running it twice changes nothing, and the old key no longer opens them', async () => {
  const own = await startTestServer({}, { broker })
  const { token } = await addSubscriber(own)
  await own.call(saveCredentials, GOOD, token)
  const from = own.deps.config.sealKey
  const to = randomBytes(32)
  expect(await rotateCredentials(own.db, { from, to })).toBe(1)
  expect(await rotateCredentials(own.db, { from, to })).toBe(0)
  const row = await own.db.selectFrom('credentials').selectAll().executeTakeFirstOrThrow()
  expect(openCredentials(to, row)).toMatchObject({ apiKey: GOOD.api_key, mpin: GOOD.mpin })
  expect(() => openCredentials(from, row)).toThrow()
  const logs = (await own.call(listCredentialLogs, {}, token)).body
  expect(logs.map(({ action }) => action)).toContain('rotated')
  await own.stop()
})

test('the demo opens a practice account; elsewhere there is none', async () => {
  const { token } = await addSubscriber(server)
  expect((await server.call(openPracticeAccount, {}, token)).body).toMatchObject({ client_code: 'P1' })
  const { config } = server.deps
  Object.assign(config, { demo: false })
  const elsewhere = await server.call(openPracticeAccount, {}, token)
  Object.assign(config, { demo: true })
  expect(elsewhere.status).toBe(404)
})

test('the log-in check names the address to register, where one is assigned', async () => {
  const { token, user } = await addSubscriber(server)
  await server.call(saveCredentials, GOOD, token)
  await server.call(verifyCredentials, {}, token)
  expect(named).toBeUndefined()
  const owner = { address: '203.0.113.7', owner_id: user.id }
  await server.db.insertInto('egress_addresses').values(owner).execute()
  await server.db.updateTable('users').set({ outbound_address: '203.0.113.7' }).where('id', '=', user.id).execute()
  await server.call(verifyCredentials, {}, token)
  expect(named).toBe('203.0.113.7')
})
