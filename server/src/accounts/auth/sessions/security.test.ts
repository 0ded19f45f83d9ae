import { logIn, readProfile, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import {
  confirmFactor,
  disableFactor,
  endAllSessions,
  endSession,
  enrolFactor,
  listSessions,
  renewRecoveryCodes,
} from '@trading-bot/contract/rest/accounts/security'
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, signUpAdmin } from '../../../testing/test-accounts.ts'
import { unseal } from '../../../platform/security/seal.ts'
import { factorPlace } from '../second-factor/check-factor.ts'
import { rotateFactors } from '../second-factor/rotate-factors.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const codeOf = (secret: string, of: TestServer = server) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: of.deps.clock.now().getTime() })

async function withFactor() {
  const account = await signUp(server)
  const { password } = account.registration
  const { secret } = (await server.call(enrolFactor, { password }, account.access)).body
  const { recovery_codes } = (await server.call(confirmFactor, { otp: codeOf(secret) }, account.access)).body
  server.moveTime(30_000)
  const credentials = { username: account.registration.username, password }
  return { ...account, secret, recovery_codes, credentials }
}

test('CALL PUT /auth/profile/update/ changes the fields given, keeps the rest, and writes an audit line', async () => {
  const { access, user } = await signUp(server)
  const reply = await server.call(updateProfile, { first_name: 'Meera', trading_experience: 'expert' }, access)
  expect(reply.body).toMatchObject({ first_name: 'Meera', last_name: 'Rao', trading_experience: 'expert' })
  const line = await server.db
    .selectFrom('audit_lines')
    .selectAll()
    .where('action', '=', 'account.profile-changed')
    .where('actor_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(line.before).toMatchObject({ first_name: 'Neha' })
  expect(line.after).toMatchObject({ first_name: 'Meera' })
})

test('a profile update cannot make its owner an admin or change the e-mail', async () => {
  const { access } = await signUp(server)
  for (const extra of [{ is_admin: true }, { email: 'new@example.in' }]) {
    const reply = await server.raw('PUT', '/api/auth/profile/update/', { token: access, body: JSON.stringify(extra) })
    expect(reply.status).toBe(400)
  }
  expect((await server.call(readProfile, {}, access)).body.is_admin).toBe(false)
})

test('sessions are listed with the current one marked, and one can be signed out', async () => {
  const { access, registration } = await signUp(server)
  const other = await server.call(logIn, { username: registration.email, password: registration.password })
  const { body } = await server.call(listSessions, {}, access)
  expect(body).toHaveLength(2)
  expect(body.filter((session) => session.is_current)).toHaveLength(1)
  const foreign = body.find((session) => !session.is_current)
  expect((await server.call(endSession, { id: foreign?.id ?? '' }, access)).status).toBe(204)
  expect((await server.call(readProfile, {}, other.body.access)).status).toBe(401)
  expect((await server.call(readProfile, {}, access)).status).toBe(200)
})

test("a user cannot sign out another user's session", async () => {
  const mine = await signUp(server)
  const theirs = await signUp(server)
  const [session] = (await server.call(listSessions, {}, theirs.access)).body
  expect((await server.call(endSession, { id: session?.id ?? '' }, mine.access)).status).toBe(404)
  expect((await server.call(readProfile, {}, theirs.access)).status).toBe(200)
})

test('signing out everywhere ends every session, including the current one', async () => {
  const { access, registration } = await signUp(server)
  await server.call(logIn, { username: registration.email, password: registration.password })
  expect((await server.call(endAllSessions, {}, access)).body).toEqual({ ended: 2 })
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
})

test('with a second factor on, log-in asks for the code and accepts it once', async () => {
  const { credentials, secret } = await withFactor()
  const asked = await server.call(logIn, credentials)
  expect(asked.status).toBe(400)
  expect(asked.body).toEqual({
    non_field_errors: ['Enter the code from your authenticator app'],
    code: 'SECOND_FACTOR',
  })
  const otp = codeOf(secret)
  expect((await server.call(logIn, { ...credentials, otp })).status).toBe(200)
  expect((await server.call(logIn, { ...credentials, otp })).body).toMatchObject({ code: 'WRONG_SECOND_FACTOR' })
})

test('a code is accepted from a clock half a minute off, but not two minutes off', async () => {
  const { credentials, secret } = await withFactor()
  const otp = codeOf(secret)
  server.moveTime(30_000)
  expect((await server.call(logIn, { ...credentials, otp })).status).toBe(200)
  const stale = codeOf(secret)
  server.moveTime(120_000)
  expect((await server.call(logIn, { ...credentials, otp: stale })).status).toBe(400)
})

test('a recovery code works once', async () => {
  const { credentials, recovery_codes } = await withFactor()
  expect(recovery_codes).toHaveLength(10)
  const otp = recovery_codes[0]?.toUpperCase() ?? ''
  expect((await server.call(logIn, { ...credentials, otp })).status).toBe(200)
  expect((await server.call(logIn, { ...credentials, otp })).status).toBe(400)
})

test("the second factor's secret is sealed in the database", async () => {
  const { user, secret } = await withFactor()
  const row = await server.db
    .selectFrom('users')
    .select('second_factor_secret')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(row.second_factor_secret?.toString('latin1')).not.toContain(secret)
})

test('enrolling needs the password, and confirming a right code', async () => {
  const { access, registration } = await signUp(server)
  expect((await server.call(enrolFactor, { password: 'Wrong123' }, access)).status).toBe(400)
  expect((await server.call(confirmFactor, { otp: '123456' }, access)).body).toMatchObject({
    code: 'FACTOR_NOT_STARTED',
  })
  const { body } = await server.call(enrolFactor, { password: registration.password }, access)
  expect(body.otpauth_url).toContain(`secret=${body.secret}`)
  const wrong = String((Number(codeOf(body.secret)) + 1) % 1_000_000).padStart(6, '0')
  expect((await server.call(confirmFactor, { otp: wrong }, access)).body).toMatchObject({ code: 'WRONG_SECOND_FACTOR' })
})

test('turning the factor off needs password and code; new recovery codes replace the old', async () => {
  const { access, secret, recovery_codes, registration, credentials } = await withFactor()
  const { password } = registration
  expect((await server.call(disableFactor, { password, otp: '000000' }, access)).status).toBe(400)
  const renewed = await server.call(renewRecoveryCodes, { password, otp: codeOf(secret) }, access)
  expect(renewed.body.recovery_codes).not.toEqual(recovery_codes)
  expect((await server.call(logIn, { ...credentials, otp: recovery_codes[1] ?? '' })).status).toBe(400)
  server.moveTime(30_000)
  expect((await server.call(disableFactor, { password, otp: codeOf(secret) }, access)).status).toBe(204)
  expect((await server.call(logIn, credentials)).status).toBe(200)
})

test('in production an administrator without a factor may only enrol, read the profile and sign out', async () => {
  const production = await startTestServer({ production: true, demo: false })
  const { access, registration } = await signUpAdmin(production)
  expect((await production.call(readProfile, {}, access)).body.must_enrol).toBe(true)
  expect((await signUp(production)).user.must_enrol).toBe(false)
  expect((await production.call(listSessions, {}, access)).body).toMatchObject({ code: 'ENROL_SECOND_FACTOR' })
  const { secret } = (await production.call(enrolFactor, { password: registration.password }, access)).body
  await production.call(confirmFactor, { otp: codeOf(secret, production) }, access)
  expect((await production.call(listSessions, {}, access)).status).toBe(200)
  production.moveTime(30_000)
  const off = { password: registration.password, otp: codeOf(secret, production) }
  expect((await production.call(disableFactor, off, access)).body).toMatchObject({ code: 'FACTOR_REQUIRED' })
  await production.stop()
})

test('a session that has ended is no longer listed', async () => {
  const { access, registration } = await signUp(server)
  const other = await server.call(logIn, { username: registration.email, password: registration.password })
  const { body } = await server.call(listSessions, {}, other.body.access)
  await server.call(endSession, { id: body.find((session) => session.is_current)?.id ?? '' }, access)
  expect((await server.call(listSessions, {}, access)).body).toHaveLength(1)
})

test('the code that enabled the factor, or one older than the last used, cannot sign in', async () => {
  const account = await signUp(server)
  const credentials = { username: account.registration.username, password: account.registration.password }
  const { secret } = (await server.call(enrolFactor, { password: credentials.password }, account.access)).body
  const first = codeOf(secret)
  await server.call(confirmFactor, { otp: first }, account.access)
  expect((await server.call(logIn, { ...credentials, otp: first })).status).toBe(400)
  server.moveTime(60_000)
  const older = codeOf(secret)
  server.moveTime(30_000)
  expect((await server.call(logIn, { ...credentials, otp: codeOf(secret) })).status).toBe(200)
  expect((await server.call(logIn, { ...credentials, otp: older })).status).toBe(400)
})

test('ten wrong codes block log-in for a quarter of an hour; a right code clears those before it', async () => {
  const { access, secret, registration } = await withFactor()
  const { password } = registration
  const guess = (otp: string) => server.call(renewRecoveryCodes, { password, otp }, access)
  const guessWrong = async (times: number) => {
    for (let count = 0; count < times; count++) expect((await guess('wrongwrong')).status).toBe(400)
  }
  await guessWrong(9)
  expect((await guess(codeOf(secret))).status).toBe(200)
  server.moveTime(30_000)
  await guessWrong(9)
  expect((await guess(codeOf(secret))).status).toBe(200)
  server.moveTime(30_000)
  await guessWrong(10)
  expect((await guess(codeOf(secret))).body).toMatchObject({ code: 'WRONG_SECOND_FACTOR' })
})

test('a wrong code is recorded in the system log like a wrong password', async () => {
  const { credentials, user } = await withFactor()
  await server.call(logIn, { ...credentials, otp: 'wrongwrong' })
  const logs = await server.db.selectFrom('system_logs').select('message').where('user_id', '=', user.id).execute()
  expect(logs.map(({ message }) => message)).toContain('Failed log-in')
})

test("another user's recovery code or sealed secret does not work", async () => {
  const mine = await withFactor()
  const theirs = await withFactor()
  const [code = ''] = theirs.recovery_codes
  expect((await server.call(logIn, { ...mine.credentials, otp: code })).status).toBe(400)
  const { second_factor_secret } = await server.db
    .selectFrom('users')
    .select('second_factor_secret')
    .where('id', '=', theirs.user.id)
    .executeTakeFirstOrThrow()
  await server.db.updateTable('users').set({ second_factor_secret }).where('id', '=', mine.user.id).execute()
  expect((await server.call(logIn, { ...mine.credentials, otp: codeOf(theirs.secret) })).status).toBe(500)
})

test('with the factor on, changing it always needs the password', async () => {
  const { access, secret, registration } = await withFactor()
  const wrong = { password: 'Wrong1234', otp: codeOf(secret) }
  expect((await server.call(disableFactor, wrong, access)).body).toMatchObject({ code: 'WRONG_PASSWORD' })
  expect((await server.call(renewRecoveryCodes, wrong, access)).body).toMatchObject({ code: 'WRONG_PASSWORD' })
  const again = await server.call(enrolFactor, { password: registration.password }, access)
  expect(again.body).toMatchObject({ code: 'FACTOR_ALREADY_ON' })
})

test("rotation re-seals every factor once, and the app's codes still work", async () => {
  const own = await startTestServer()
  const { access, registration, user } = await signUp(own)
  await own.call(enrolFactor, { password: registration.password }, access)
  const keys = { from: own.deps.config.sealKey, to: randomBytes(32) }
  const stored = async () =>
    (await own.db.selectFrom('users').select('second_factor_secret').executeTakeFirstOrThrow()).second_factor_secret
  const before = unseal(keys.from, factorPlace(user.id), (await stored()) ?? Buffer.alloc(0))
  expect([await rotateFactors(own.db, keys), await rotateFactors(own.db, keys)]).toEqual([1, 0])
  expect(unseal(keys.to, factorPlace(user.id), (await stored()) ?? Buffer.alloc(0))).toBe(before)
  await own.stop()
})
