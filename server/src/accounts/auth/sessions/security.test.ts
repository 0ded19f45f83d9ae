import { randomBytes } from 'node:crypto'
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
import { expect, test } from 'vitest'
import { auditOf, enrolApp, logsOf, signUp, signUpAdmin } from '../../../testing/test-accounts.ts'
import { unseal } from '../../../platform/security/seal.ts'
import { factorPlace } from '../second-factor/check-factor.ts'
import { rotateFactors } from '../second-factor/rotate-factors.ts'
import { serverForFile, startTestServer } from '../../../testing/test-server.ts'

const server = serverForFile()

async function withFactor() {
  const account = await signUp(server)
  const factor = await enrolApp(server, account)
  server.moveTime(30_000)
  const { username, password } = account.registration
  return { ...account, ...factor, password, credentials: { username, password } }
}

test('CALL PUT /auth/profile/update/ changes the fields given, keeps the rest, and writes an audit line', async () => {
  const { access, user } = await signUp(server)
  const reply = await server.call(updateProfile, { first_name: 'Meera', trading_experience: 'expert' }, access)
  expect(reply.body).toMatchObject({ first_name: 'Meera', last_name: 'Rao', trading_experience: 'expert' })
  expect(await auditOf(server, user.id)).toContain('account.profile-changed')
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
  expect(body.filter(({ is_current }) => is_current)).toHaveLength(1)
  expect(body).toHaveLength(2)
  const id = body.find((session) => !session.is_current)?.id ?? ''
  expect((await server.call(endSession, { id }, access)).status).toBe(204)
  expect((await server.call(readProfile, {}, other.body.access)).status).toBe(401)
  expect((await server.call(listSessions, {}, access)).body).toHaveLength(1)
})

test('signing out everywhere ends every session, including the current one', async () => {
  const { access, registration } = await signUp(server)
  await server.call(logIn, { username: registration.email, password: registration.password })
  expect((await server.call(endAllSessions, {}, access)).body).toEqual({ ended: 2 })
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
})

test('with a second factor on, log-in asks for the code and accepts it once; a wrong one is logged as a failed log-in', async () => {
  const { credentials, code, user } = await withFactor()
  const asked = await server.call(logIn, credentials)
  const sentence = 'Enter the code from your authenticator app'
  expect([asked.status, asked.body]).toEqual([400, { non_field_errors: [sentence], code: 'SECOND_FACTOR' }])
  const otp = code()
  expect((await server.call(logIn, { ...credentials, otp })).status).toBe(200)
  expect((await server.call(logIn, { ...credentials, otp })).body).toMatchObject({ code: 'WRONG_SECOND_FACTOR' })
  expect((await logsOf(server, user.id)).map(({ message }) => message)).toContain('Failed log-in')
})

test('a code is accepted from a clock half a minute off, but not two minutes off', async () => {
  const { credentials, code } = await withFactor()
  const otp = code()
  server.moveTime(30_000)
  expect((await server.call(logIn, { ...credentials, otp })).status).toBe(200)
  const stale = code()
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

test('enrolling needs the password, and confirming a right code', async () => {
  const { access, registration } = await signUp(server)
  const confirm = async (otp: string) => (await server.call(confirmFactor, { otp }, access)).body
  expect((await server.call(enrolFactor, { password: 'Wrong123' }, access)).status).toBe(400)
  expect(await confirm('123456')).toMatchObject({ code: 'FACTOR_NOT_STARTED' })
  const { body } = await server.call(enrolFactor, { password: registration.password }, access)
  expect(body.otpauth_url).toContain(`secret=${body.secret}`)
  expect(await confirm('000000')).toMatchObject({ code: 'WRONG_SECOND_FACTOR' })
})

test('turning the factor off needs password and code; new recovery codes replace the old', async () => {
  const { access, code, recovery_codes, password, credentials } = await withFactor()
  expect((await server.call(disableFactor, { password, otp: '000000' }, access)).status).toBe(400)
  const renewed = await server.call(renewRecoveryCodes, { password, otp: code() }, access)
  expect(renewed.body.recovery_codes).not.toEqual(recovery_codes)
  expect((await server.call(logIn, { ...credentials, otp: recovery_codes[1] ?? '' })).status).toBe(400)
  server.moveTime(30_000)
  expect((await server.call(disableFactor, { password, otp: code() }, access)).status).toBe(204)
  expect((await server.call(logIn, credentials)).status).toBe(200)
})

test('in production an administrator without a factor may only enrol, read the profile and sign out', async () => {
  const production = await startTestServer({ production: true, demo: false })
  const admin = await signUpAdmin(production)
  const { access, registration } = admin
  expect((await production.call(readProfile, {}, access)).body.must_enrol).toBe(true)
  expect((await signUp(production)).user.must_enrol).toBe(false)
  expect((await production.call(listSessions, {}, access)).body).toMatchObject({ code: 'ENROL_SECOND_FACTOR' })
  const { code } = await enrolApp(production, admin)
  expect((await production.call(listSessions, {}, access)).status).toBe(200)
  production.moveTime(30_000)
  const off = { password: registration.password, otp: code() }
  expect((await production.call(disableFactor, off, access)).body).toMatchObject({ code: 'FACTOR_REQUIRED' })
  await production.stop()
})

test('the code that enabled the factor, or one older than the last used, cannot sign in', async () => {
  const { credentials, code, first } = await withFactor()
  expect((await server.call(logIn, { ...credentials, otp: first })).status).toBe(400)
  const older = code()
  server.moveTime(30_000)
  expect((await server.call(logIn, { ...credentials, otp: code() })).status).toBe(200)
  expect((await server.call(logIn, { ...credentials, otp: older })).status).toBe(400)
})

test('ten wrong codes block log-in for a quarter of an hour; a right code clears those before it', async () => {
  const { access, code, password } = await withFactor()
  const guess = (otp: string) => server.call(renewRecoveryCodes, { password, otp }, access)
  const guessWrong = async (times: number) => {
    for (let count = 0; count < times; count++) expect((await guess('wrongwrong')).status).toBe(400)
  }
  await guessWrong(9)
  expect((await guess(code())).status).toBe(200)
  server.moveTime(30_000)
  await guessWrong(9)
  expect((await guess(code())).status).toBe(200)
  server.moveTime(30_000)
  await guessWrong(10)
  expect((await guess(code())).body).toMatchObject({ code: 'WRONG_SECOND_FACTOR' })
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
  expect((await server.call(logIn, { ...mine.credentials, otp: theirs.code() })).status).toBe(500)
})

test('with the factor on, changing it always needs the password', async () => {
  const { access, code, password } = await withFactor()
  const wrong = { password: 'Wrong1234', otp: code() }
  for (const spec of [disableFactor, renewRecoveryCodes])
    expect((await server.call(spec, wrong, access)).body).toMatchObject({ code: 'WRONG_PASSWORD' })
  expect((await server.call(enrolFactor, { password }, access)).body).toMatchObject({ code: 'FACTOR_ALREADY_ON' })
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
