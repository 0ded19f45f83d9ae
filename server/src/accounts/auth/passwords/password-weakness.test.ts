import { readFileSync } from 'node:fs'
import path from 'node:path'
import { changePassword, logIn, register, resetPassword } from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_SIGN_INS } from '../../../platform/demo-sign-ins.ts'
import { isCommonPassword } from '../../../platform/security/common-passwords.ts'
import { newestMail, newRegistration, signUp } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { passwordWeakness } from './password-weakness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const COMMON = 'This password is among the most common ones, which attackers try first. Please choose another.'
const OWN_NAME = 'Password must not contain your name, username or email address'
const OWNER = { username: 'neha_r', email: 'neha.rao@mail.kotak.co.in', first_name: 'Neha', last_name: "D'Souza Rao" }

test('the list holds 100,000 different passwords in order, none of the demo’s or the tests’ among them', () => {
  const file = readFileSync(path.resolve(import.meta.dirname, '../../../../data/common-passwords.bin'))
  const prefixes = Array.from({ length: file.length / 5 }, (_, place) => file.toString('hex', place * 5, place * 5 + 5))
  expect(prefixes).toHaveLength(100_000)
  expect(prefixes.every((prefix, place) => place === 0 || prefix > (prefixes[place - 1] ?? ''))).toBe(true)
  for (const { password } of [...DEMO_SIGN_INS, newRegistration()])
    expect([password, isCommonPassword(password)]).toEqual([password, false])
})

test.each([
  'Password1',
  'Password123',
  'Welcome123',
  'QWERTY123',
  'Admin123',
  'Abcd1234',
  'Test1234',
  'TradingBot2026',
])('%s is too common', (password) => expect(passwordWeakness(password, OWNER)).toBe(COMMON))

test.each(['Neha_R2026', 'xxNEHA.rao9', 'Kotak2026x', 'Dussehra7souza', 'Mail.Kotak.co.in9'])(
  '%s contains a name of its owner',
  (password) => expect(passwordWeakness(password, OWNER)).toBe(OWN_NAME),
)

test.each(['Kaveri82', 'correct Horse 7 battery', 'Cobalt7sky', 'पासवर्ड Abc123456'])('%s is good', (password) =>
  expect(passwordWeakness(password, OWNER)).toBeUndefined(),
)

test('registration, change and reset refuse a common password and an own name, each beside its field', async () => {
  const { registration, access } = await signUp(server)
  const { email, password: old_password } = registration
  await server.raw('POST', '/api/auth/forgot-password/', { body: JSON.stringify({ email }) })
  const token = /token=([\w-]+)/.exec((await newestMail(server, email)).text)?.[1] ?? ''
  for (const [password, sentence] of [
    ['Password123', COMMON],
    ['Neha20267', OWN_NAME],
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
  const good = { new_password: 'Narmada41', new_password_confirm: 'Narmada41' }
  expect((await server.call(resetPassword, { token, ...good })).status).toBe(200)
})

test('an account whose password is common from before the rule still signs in', async () => {
  const { registration, user } = await signUp(server)
  const password_hash = await server.deps.passwords.hash('Password123')
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  const { status } = await server.call(logIn, { username: registration.username, password: 'Password123' })
  expect(status).toBe(200)
})
