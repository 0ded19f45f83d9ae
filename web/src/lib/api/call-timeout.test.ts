import { expect, test } from 'vitest'
import { callTimeoutMs } from './call-timeout.ts'

test('SE-02 a call times out after 30 s, an admin call after 10 s, a bot code test after 60 s', () => {
  expect(callTimeoutMs({ path: '/auth/login/' })).toBe(30_000)
  expect(callTimeoutMs({ path: '/admin/dashboard/' })).toBe(10_000)
  expect(callTimeoutMs({ path: '/admin/bot-code/{id}/' })).toBe(10_000)
  expect(callTimeoutMs({ path: '/admin/bot-code/test/' })).toBe(60_000)
  expect(callTimeoutMs({ path: '/admin/bot-code/{id}/test/' })).toBe(60_000)
})
