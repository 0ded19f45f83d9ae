import {
  changePassword,
  forgotPassword,
  logIn,
  readProfile,
  resetPassword,
  validateResetToken,
} from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestMail, signUp } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const HOUR_MS = 3_600_000
const fresh = { new_password: 'Newpass12', new_password_confirm: 'Newpass12' }

async function askForReset(email: string): Promise<string> {
  await server.call(forgotPassword, { email })
  const { text } = await newestMail(server, email)
  return /token=([\w-]+)/.exec(text)?.[1] ?? ''
}

test('CALL POST /auth/forgot-password/ answers the same for known and unknown addresses', async () => {
  const { registration } = await signUp(server)
  const known = await server.call(forgotPassword, { email: registration.email.toUpperCase() })
  const unknown = await server.call(forgotPassword, { email: 'nobody@example.in' })
  expect(known.body).toEqual({ message: 'Password reset instructions have been sent to your email.' })
  expect(unknown.body).toEqual(known.body)
  const mails = await server.db.selectFrom('mails').select('id').where('recipient', '=', 'nobody@example.in').execute()
  expect(mails).toHaveLength(0)
})

test("the reset link uses the configured host, not the request's", async () => {
  const { registration } = await signUp(server)
  const body = JSON.stringify({ email: registration.email })
  const headers = { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
  await server.raw('POST', '/api/auth/forgot-password/', { body, headers })
  const { text } = await newestMail(server, registration.email)
  expect(text).toContain('https://bot.example.in/reset-password?token=')
  expect(text).not.toContain('evil')
})

test('CALL POST /auth/validate-reset-token/ returns the e-mail that the reset is for', async () => {
  const { registration } = await signUp(server)
  const token = await askForReset(registration.email)
  expect((await server.call(validateResetToken, { token })).body).toEqual({ email: registration.email })
  const wrong = await server.call(validateResetToken, { token: `${token}x` })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toMatchObject({ error: 'Invalid or expired reset token' })
})

test('CALL POST /auth/reset-password/ sets the password and ends every session', async () => {
  const { registration, access } = await signUp(server)
  const token = await askForReset(registration.email)
  const reply = await server.call(resetPassword, { token, ...fresh })
  expect(reply.body).toEqual({
    message: 'Password has been reset successfully. You can now login with your new password.',
  })
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
  expect((await server.call(logIn, { username: registration.email, password: registration.password })).status).toBe(400)
  expect((await server.call(logIn, { username: registration.email, password: fresh.new_password })).status).toBe(200)
  expect((await newestMail(server, registration.email)).subject).toBe('Your Trading Bot password was changed')
})

test('AU-17 a reset link works once, even when fifty requests arrive at the same moment', async () => {
  const { registration } = await signUp(server)
  const token = await askForReset(registration.email)
  const replies = await Promise.all(Array.from({ length: 50 }, () => server.call(resetPassword, { token, ...fresh })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await server.call(validateResetToken, { token })).status).toBe(400)
})

test('AU-17 a reset link is valid for 24 hours', async () => {
  const { registration } = await signUp(server)
  const token = await askForReset(registration.email)
  server.moveTime(24 * HOUR_MS - 1)
  expect((await server.call(validateResetToken, { token })).status).toBe(200)
  server.moveTime(1)
  expect((await server.call(validateResetToken, { token })).status).toBe(400)
  expect((await server.call(resetPassword, { token, ...fresh })).status).toBe(400)
})

test('AU-17 a newer reset link invalidates the older one', async () => {
  const { registration } = await signUp(server)
  const older = await askForReset(registration.email)
  server.moveTime(1)
  const newer = await askForReset(registration.email)
  expect((await server.call(validateResetToken, { token: older })).status).toBe(400)
  expect((await server.call(resetPassword, { token: older, ...fresh })).status).toBe(400)
  expect((await server.call(resetPassword, { token: newer, ...fresh })).status).toBe(200)
})

test('AU-17 only one of several reset links requested at the same moment works', async () => {
  const { registration, user } = await signUp(server)
  const { email } = registration
  await Promise.all(Array.from({ length: 8 }, () => server.call(forgotPassword, { email })))
  const open = await server.db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .execute()
  expect(open).toHaveLength(1)
})

test('AU-19 the server validates the new password too', async () => {
  const { registration } = await signUp(server)
  const token = await askForReset(registration.email)
  const weak = await server.call(resetPassword, { token, new_password: 'short', new_password_confirm: 'short' })
  expect(weak.body).toEqual({ new_password: ['Password must be at least 8 characters long'] })
  const unlike = await server.call(resetPassword, { token, new_password: 'Kaveri82', new_password_confirm: 'Kaveri83' })
  expect(unlike.body).toEqual({ new_password_confirm: ['Passwords do not match'] })
})

test('CALL POST /auth/change-password/ ends every session and returns a new one to the caller', async () => {
  const { registration, access } = await signUp(server)
  const other = await server.call(logIn, { username: registration.email, password: registration.password })
  const reply = await server.call(changePassword, { old_password: registration.password, ...fresh }, access)
  expect(reply.status).toBe(200)
  for (const dead of [access, other.body.access]) expect((await server.call(readProfile, {}, dead)).status).toBe(401)
  expect((await server.call(readProfile, {}, reply.body.access)).status).toBe(200)
})

test('a wrong current password is refused with a sentence; after ten the user must wait', async () => {
  const { access } = await signUp(server)
  const attempt = () => server.call(changePassword, { old_password: 'Wrong1234', ...fresh }, access)
  expect((await attempt()).body).toMatchObject({ detail: 'Your current password is not right.' })
  for (let count = 1; count < 10; count++) await attempt()
  expect((await attempt()).status).toBe(429)
})

test('a reset is mailed to the registered address, whatever case was typed', async () => {
  const { registration } = await signUp(server)
  await server.call(forgotPassword, { email: registration.email.toUpperCase() })
  expect((await newestMail(server, registration.email)).subject).toBe('Reset your Trading Bot password')
})

test('a mailbox gets at most ten reset links a day and a suspended account none, with the same answer', async () => {
  const { registration, user } = await signUp(server)
  const { email } = registration
  const links = async () => {
    const mails = await server.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()
    return mails.filter(({ subject }) => subject.startsWith('Reset your')).length
  }
  const replies = await Promise.all(Array.from({ length: 12 }, () => server.call(forgotPassword, { email })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await links()).toBe(10)
  server.moveTime(24 * HOUR_MS)
  await server.call(forgotPassword, { email })
  expect(await links()).toBe(11)
  await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
  expect((await server.call(forgotPassword, { email })).status).toBe(200)
  expect(await links()).toBe(11)
})

test('a password reset ends the wait after failed log-ins, as the refusal promises', async () => {
  const { registration } = await signUp(server)
  const { username, email } = registration
  for (let attempt = 0; attempt < 6; attempt++) await server.call(logIn, { username, password: 'Wrong123' })
  const token = await askForReset(email)
  await server.call(resetPassword, { token, ...fresh })
  expect((await server.call(logIn, { username, password: fresh.new_password })).status).toBe(200)
})

test('the new password must differ from the current one', async () => {
  const { registration, access } = await signUp(server)
  const { password } = registration
  const same = { old_password: password, new_password: password, new_password_confirm: password }
  expect((await server.call(changePassword, same, access)).body).toMatchObject({ code: 'SAME_PASSWORD' })
})

test('a right password clears the wrong attempts before it', async () => {
  const { registration, access } = await signUp(server)
  const { password } = registration
  const same = { new_password: password, new_password_confirm: password }
  const attempt = (old_password: string) => server.call(changePassword, { old_password, ...same }, access)
  for (let count = 0; count < 9; count++) await attempt('Wrong1234')
  expect((await attempt(password)).body).toMatchObject({ code: 'SAME_PASSWORD' })
  for (let count = 0; count < 2; count++) expect((await attempt('Wrong1234')).status).toBe(400)
})

test("strangers who use up the day's reset mails do not keep a known device from resetting", async () => {
  const { registration } = await signUp(server)
  const { username, password, email } = registration
  const signedIn = await server.raw('POST', '/api/auth/login/', { body: JSON.stringify({ username, password }) })
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
  const countMails = async () =>
    (await server.db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).length
  const before = await countMails()
  for (let time = 0; time < 12; time++) await server.call(forgotPassword, { email })
  expect(await countMails()).toBe(before + 10)
  await server.raw('POST', '/api/auth/forgot-password/', { body: JSON.stringify({ email }), headers: { cookie } })
  expect(await countMails()).toBe(before + 11)
})
