import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_SIGN_INS } from '../../../platform/demo-sign-ins.ts'
import { isCommonPassword } from '../../../platform/security/common-passwords.ts'
import { newRegistration } from '../../../testing/test-accounts.ts'
import { passwordWeakness } from './password-weakness.ts'

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
  'Password123!',
  'Password123!!#',
  'Welcome@2026',
  'Welcome@123!',
  'Password2031',
  'Ｐassword123！',
])('%s is too common', (password) => expect(passwordWeakness(password, OWNER)).toBe(COMMON))

test.each(['Neha_R2026', 'xxNEHA.rao9', 'Kotak2026x', 'Dussehra7souza', 'Mail.Kotak.co.in9'])(
  '%s contains a name of its owner',
  (password) => expect(passwordWeakness(password, OWNER)).toBe(OWN_NAME),
)

test.each(['Kaveri82', 'correct Horse 7 battery', 'Cobalt7sky', 'पासवर्ड Abc123456', 'Kaveri82!', 'Xq7!wm#2Lr'])(
  '%s is good',
  (password) => expect(passwordWeakness(password, OWNER)).toBeUndefined(),
)
