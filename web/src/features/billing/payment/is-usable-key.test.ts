import { expect, test } from 'vitest'
import { isUsableKey } from './is-usable-key.ts'

test('PY-04 a missing key and a placeholder are not usable', () => {
  expect(isUsableKey('rzp_test_1DP5mmOlF5G5ag')).toBe(true)
  for (const key of ['', 'rzp_test_xxxxxxxx', 'rzp_test_your_key', 'your_key_id', 'placeholder']) {
    expect(isUsableKey(key), key).toBe(false)
  }
})
