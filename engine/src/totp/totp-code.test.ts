import { expect, test } from 'vitest'
import { totpCode } from './totp-code.ts'

const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i the code of the RFC key is %s', (second, code) => {
  expect(totpCode(RFC_SECRET, second * 1_000)).toBe(code)
})

test('spaces, lower case and missing padding are accepted', () => {
  expect(totpCode('gezd gnbv gy3t qojq gezd gnbv gy3t qojq', 59_000)).toBe('287082')
  expect(totpCode('MFRGGZDF', 0)).toBe(totpCode('MFRGGZDF======', 0))
})

test('a secret that is not base32 has no code', () => {
  expect([totpCode('not base32!', 0), totpCode('', 0)]).toEqual([null, null])
})
