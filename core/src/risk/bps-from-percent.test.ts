import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bpsFromPercent } from './bps-from-percent.ts'

test('every percentage with two decimals becomes its whole basis points', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (bps) => {
      expect(bpsFromPercent(Number((bps / 100).toFixed(2)), 'stop_loss_percentage')).toEqual({ ok: true, value: bps })
    }),
  )
})

test.each([0, -1, 0.005, 2.005, NaN, Infinity, 1_000.01])('%d percent is refused with its field', (percent) => {
  const result = bpsFromPercent(percent, 'stop_loss_percentage')
  expect(!result.ok && result.refusal.field).toBe('stop_loss_percentage')
})
