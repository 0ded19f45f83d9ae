import { expect, test } from 'vitest'
import { TRADER_SETTINGS } from '../../../testing/test-traders.ts'
import { type InstanceRow, instanceOf } from './live-rows.ts'

function keyOf(change: object, version = 1, mode = 'paper', market: 'delayed' | 'simulated' | null = null): string {
  const settings = { ...TRADER_SETTINGS, ...change }
  const row = { id: 'b', user_id: 'u', strategy_id: 's', version, mode, settings, end_at: null }
  return instanceOf(row as unknown as InstanceRow, market).runnerKey
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

test('each market has its own runners, and where there is only one both modes share them', () => {
  expect(keyOf({}, 1, 'live')).toBe(keyOf({}))
  const beside = (['delayed', 'simulated'] as const).map((market) => keyOf({}, 1, 'paper', market))
  expect(new Set([keyOf({}), ...beside]).size).toBe(3)
  expect(keyOf({}, 1, 'live', 'delayed')).toBe(keyOf({}))
})

test('settings from before intervals decide every minute', () => {
  expect(keyOf({ interval: undefined })).toBe(keyOf({ interval: '1m' }))
})
