import { expect, test, vi } from 'vitest'
import { canUsePasskeys } from './passkeys.ts'

test.each([
  ['localhost', true],
  ['trade.example.com', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('where the address is %s the log-in page offers passkeys: %s', (hostname, isOffered) => {
  vi.stubGlobal('window', { location: { hostname }, isSecureContext: true, PublicKeyCredential: {} })
  expect(canUsePasskeys()).toBe(isOffered)
})
