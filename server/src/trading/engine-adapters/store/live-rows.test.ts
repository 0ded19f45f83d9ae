import { expect, test } from 'vitest'
import { TRADER_SETTINGS } from '../../../testing/test-traders.ts'
import { type InstanceRow, instanceOf } from './live-rows.ts'

function keyOf(change: object, version = 1): string {
  const settings = { ...TRADER_SETTINGS, ...change }
  const row = { id: 'b', user_id: 'u', strategy_id: 's', version, settings, end_at: null }
  return instanceOf(row as unknown as InstanceRow).runnerKey
}

test('instances share a runner only with the same version, interval, symbols and parameters', () => {
  const keys = [
    keyOf({}),
    keyOf({}, 2),
    keyOf({ interval: '5m' }),
    keyOf({ parameters: { ema_period: 30 } }),
    keyOf({ instruments: [{ ...TRADER_SETTINGS.instruments[0], token: '1' }] }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf({ capital: { capitalPaise: 1 } })).toBe(keys[0])
})

test('settings from before intervals decide every minute', () => {
  expect(keyOf({ interval: undefined })).toBe(keyOf({ interval: '1m' }))
})
