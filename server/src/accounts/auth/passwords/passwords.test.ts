import {
  changePassword,
  forgotPassword,
  logIn,
  readProfile,
  register,
  resetPassword,
  validateResetToken,
} from '@trading-bot/contract/rest/accounts/auth'
import { DAY_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { cookieOf, mailsTo, newestMail, newRegistration, signUp } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()

const fresh = { new_password: 'Newpass12', new_password_confirm: 'Newpass12' }

async function askForReset(email: string): Promise<string> {
  await server.call(forgotPassword, { email })
  const { text } = await newestMail(server, email)
  return /token=([\w-]+)/.exec(text)?.[1] ?? ''
}

test('CALL POST /auth/forgot-password/ answers the same for known and unknown addresses, whatever case was typed', async () => {
  const { registration } = await signUp(server)
  const known = await server.call(forgotPassword, { email: registration.email.toUpperCase() })
  const unknown = await server.call(forgotPassword, { email: 'nobody@example.in' })
  expect(known.body).toEqual({ message: 'Password reset instructions have been sent to your email.' })
  expect(unknown.body).toEqual(known.body)
  expect((await mailsTo(server, registration.email)).at(-1)).toBe('Reset your Trading Bot password')
  expect(await mailsTo(server, 'nobody@example.in')).toEqual([])
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
  server.moveTime(DAY_MS - 1)
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

test('a mailbox gets at most ten reset links a day, one more from a known device, and a suspended account none', async () => {
  const { registration, user } = await signUp(server)
  const { username, password, email } = registration
  const signedIn = await server.raw('POST', '/api/auth/login/', { body: JSON.stringify({ username, password }) })
  const ask = (headers = {}) =>
    server.raw('POST', '/api/auth/forgot-password/', { body: JSON.stringify({ email }), headers })
  const links = async () => (await mailsTo(server, email)).filter((subject) => subject.startsWith('Reset your')).length
  const replies = await Promise.all(Array.from({ length: 12 }, () => ask()))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await links()).toBe(10)
  // Strangers who use up the day's mails do not keep the owner from resetting.
  await ask({ cookie: cookieOf(signedIn) })
  expect(await links()).toBe(11)
  server.moveTime(DAY_MS)
  await ask()
  expect(await links()).toBe(12)
  await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
  expect((await ask()).status).toBe(200)
  expect(await links()).toBe(12)
})

test('a password reset ends the wait after failed log-ins, as the refusal promises', async () => {
  const { registration } = await signUp(server)
  const { username, email } = registration
  for (let attempt = 0; attempt < 6; attempt++) await server.call(logIn, { username, password: 'Wrong123' })
  const token = await askForReset(email)
  await server.call(resetPassword, { token, ...fresh })
  expect((await server.call(logIn, { username, password: fresh.new_password })).status).toBe(200)
})

test('a right password clears the wrong attempts before it, and the new one must differ from it', async () => {
  const { registration, access } = await signUp(server)
  const { password } = registration
  const same = { new_password: password, new_password_confirm: password }
  const attempt = (old_password: string) => server.call(changePassword, { old_password, ...same }, access)
  for (let count = 0; count < 9; count++) await attempt('Wrong1234')
  expect((await attempt(password)).body).toMatchObject({ code: 'SAME_PASSWORD' })
  for (let count = 0; count < 2; count++) expect((await attempt('Wrong1234')).status).toBe(400)
})

test('registration, change and reset refuse a common password and an own name, each beside its field', async () => {
  const { registration, access } = await signUp(server)
  const { email, password: old_password } = registration
  const token = await askForReset(email)
  for (const [password, sentence] of [
    ['Password123', expect.stringContaining('among the most common ones')],
    ['Neha20267', expect.stringContaining('must not contain your name')],
  ] as const) {
    const both = { new_password: password, new_password_confirm: password }
    const applied = await server.call(register, { ...newRegistration(), password, password_confirm: password })
    expect([applied.status, applied.body]).toEqual([400, { password: [sentence] }])
    const changed = await server.call(changePassword, { old_password, ...both }, access)
    expect([changed.status, changed.body]).toEqual([400, { new_password: [sentence] }])
    const reset = await server.call(resetPassword, { token, ...both })
    expect([reset.status, reset.body]).toEqual([400, { new_password: [sentence] }])
  }
  // The link is not spent by a refused password.
  expect((await server.call(resetPassword, { token, ...fresh })).status).toBe(200)
})

test('an account whose password is common from before the rule still signs in', async () => {
  const { registration, user } = await signUp(server)
  const password_hash = await server.deps.passwords.hash('Password123')
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  const { status } = await server.call(logIn, { username: registration.username, password: 'Password123' })
  expect(status).toBe(200)
})
