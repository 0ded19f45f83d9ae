import { expect, test } from 'vitest'
import { verifyOtp } from './accounts/auth.ts'
import { requestOf } from './call.ts'
import { CALLS } from './calls.ts'
import { listDemoMail } from './operations/platform.ts'
import { refuse, refuseUntil } from './refusals.ts'
import { endSession } from './accounts/security.ts'
import { updateConfiguration } from './billing/subscriptions.ts'

test('path parameters are escaped into the path, and the rest is the body', () => {
  expect(requestOf(endSession, { id: 'a/b' })).toEqual({ path: '/auth/sessions/a%2Fb/' })
  expect(requestOf(updateConfiguration, { id: 'x', capital_amount: 5 })).toEqual({
    path: '/subscriptions/x/config/',
    body: { capital_amount: 5 },
  })
})

test('without a body the rest is the query, without undefined values', () => {
  expect(requestOf(listDemoMail, { to: 'a+b@c.in' }).path).toBe('/dev/mail/?to=a%2Bb%40c.in')
  expect(requestOf(listDemoMail, { to: undefined }).path).toBe('/dev/mail/')
})

test('every call has a summary and an access rule', () => {
  for (const { spec } of CALLS) expect(spec.summary).toMatch(/\.$/)
})

test('a refusal fills in its sentence and gives the time to retry', () => {
  expect(refuse('WRONG_METHOD', { values: { method: 'PUT' } }).sentence).toBe(
    'This address does not take PUT requests.',
  )
  const wait = refuseUntil('TOO_MANY_REQUESTS', 61_000)
  expect([wait.sentence, wait.retryAfterS]).toEqual(['Too many requests. Please try again in 61 seconds.', 61])
  expect(refuseUntil('TOO_MANY_REQUESTS', 900_000).sentence).toContain('15 minutes')
  expect(refuseUntil('TOO_MANY_REQUESTS', 20 * 3_600_000).sentence).toContain('20 hours')
})

test('AU-11 a code is exactly six digits', () => {
  const isCode = (otp: string) => verifyOtp.body.safeParse({ email: 'a@b.in', otp }).success
  expect(['12345', '1234567', '12a456', ''].some(isCode)).toBe(false)
  expect(isCode('012345')).toBe(true)
})
