import { expect, test } from 'vitest'
import { callTimeoutMs } from './call-timeout.ts'

test('SE-02 a call waits 30 s, an admin call 10 s, a bot code test 60 s', () => {
  expect(callTimeoutMs({ path: '/auth/login/' })).toBe(30_000)
  expect(callTimeoutMs({ path: '/admin/dashboard/' })).toBe(10_000)
  expect(callTimeoutMs({ path: '/admin/bot-code/{id}/' })).toBe(10_000)
  expect(callTimeoutMs({ path: '/admin/bot-code/test/' })).toBe(60_000)
  expect(callTimeoutMs({ path: '/admin/bot-code/{id}/test/' })).toBe(60_000)
})
