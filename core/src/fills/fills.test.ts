import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf } from '../testing/random-bars.ts'
import { CAUTIOUS_FILLS, checkFillModel, describeFillModel, EXPECTED_FILLS } from './fill-model.ts'
import { limitFill } from './limit-fill.ts'
import { isLockedFor, rangeSlippagePaise, volumeRoom } from './minute-room.ts'
import { type Protection, protectiveFill } from './protective-fill.ts'
import { slipPrice } from './slip-price.ts'
import { refusalOf } from '../testing/value-of.ts'

const LONG: Protection = { side: 'SELL', stopPaise: 9_800, targetPaise: 10_500, tickPaise: 5, slippageBps: 0 }
const SHORT: Protection = { side: 'BUY', stopPaise: 10_200, targetPaise: 9_500, tickPaise: 5, slippageBps: 0 }

test('slippage moves the price against us to a worse tick', () => {
  expect(slipPrice('BUY', 10_000, 1, 5)).toBe(10_005)
  expect(slipPrice('SELL', 10_000, 1, 5)).toBe(9_995)
  expect(slipPrice('BUY', 10_000, 0, 5)).toBe(10_000)
})

test('a price with slippage is never better than the market and on a tick', () => {
  const ticks = fc.constantFrom(1, 5, 10, 50)
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e7 }), fc.integer({ min: 0, max: 100 }), ticks, (price, bps, tick) => {
      const bought = slipPrice('BUY', price, bps, tick)
      const sold = slipPrice('SELL', price, bps, tick)
      expect(bought).toBeGreaterThanOrEqual(price)
      expect(sold).toBeLessThanOrEqual(price)
      expect([bought % tick, sold % tick]).toEqual([0, 0])
    }),
  )
})

test('a bar between stop and target does not close the position', () => {
  expect(protectiveFill(LONG, 10_000, 10_495, 9_805)).toBe(null)
  expect(protectiveFill(SHORT, 10_000, 10_195, 9_505)).toBe(null)
})

test.each([
  ['a long whose bar touches the stop', LONG, [10_000, 10_100, 9_800], 'STOP_LOSS', 9_800],
  ['a long whose bar touches the target', LONG, [10_000, 10_500, 9_900], 'TARGET', 10_500],
  ['a long whose bar touches both is stopped', LONG, [10_000, 10_600, 9_700], 'STOP_LOSS', 9_800],
  ['a long gapped through its stop gets the open', LONG, [9_700, 9_750, 9_650], 'STOP_LOSS', 9_700],
  ['a long gapped beyond its target gets the open', LONG, [10_600, 10_700, 9_700], 'TARGET', 10_600],
  ['a short whose bar touches the stop', SHORT, [10_000, 10_200, 9_900], 'STOP_LOSS', 10_200],
  ['a short whose bar touches the target', SHORT, [10_000, 10_100, 9_500], 'TARGET', 9_500],
  ['a short whose bar touches both is stopped', SHORT, [10_000, 10_300, 9_400], 'STOP_LOSS', 10_200],
  ['a short gapped through its stop gets the open', SHORT, [10_300, 10_350, 10_250], 'STOP_LOSS', 10_300],
  ['a short gapped beyond its target gets the open', SHORT, [9_400, 10_300, 9_300], 'TARGET', 9_400],
] as const)('%s', (_, protection, [open, high, low], reason, pricePaise) => {
  expect(protectiveFill(protection, open, high, low)).toEqual({ reason, pricePaise })
})

test('a target that must be traded through is not filled by a touch', () => {
  const [long, short] = [LONG, SHORT].map((one) => ({ ...one, mustTradeThrough: true }))
  expect(protectiveFill(long!, 10_000, 10_500, 9_900)).toBe(null)
  expect(protectiveFill(long!, 10_500, 10_500, 9_900)).toBe(null)
  expect(protectiveFill(long!, 10_000, 10_505, 9_900)).toEqual({ reason: 'TARGET', pricePaise: 10_500 })
  expect(protectiveFill(long!, 10_505, 10_505, 9_900)).toEqual({ reason: 'TARGET', pricePaise: 10_505 })
  expect(protectiveFill(short!, 10_000, 10_100, 9_500)).toBe(null)
  expect(protectiveFill(short!, 10_000, 10_100, 9_495)).toEqual({ reason: 'TARGET', pricePaise: 9_500 })
})

test('a stop slips further in a wild minute, a target does not', () => {
  expect(rangeSlippagePaise(CAUTIOUS_FILLS, 10_100, 9_800)).toBe(30)
  expect(rangeSlippagePaise(EXPECTED_FILLS, 10_100, 9_800)).toBe(0)
  expect(protectiveFill(LONG, 10_000, 10_100, 9_800, 30)?.pricePaise).toBe(9_770)
  expect(protectiveFill(LONG, 10_000, 10_500, 9_900, 30)?.pricePaise).toBe(10_500)
})

test('orders take whole lots within their share of the volume', () => {
  expect(volumeRoom(CAUTIOUS_FILLS, 1_239, 1)).toBe(123)
  expect(volumeRoom(CAUTIOUS_FILLS, 1_239, 25)).toBe(100)
  expect(volumeRoom(CAUTIOUS_FILLS, 9, 1)).toBe(0)
  expect(volumeRoom(EXPECTED_FILLS, 0, 1)).toBe(Infinity)
})

test('a minute of one price at a band is locked on that side only', () => {
  const flat = (price: number, high = price) => barsOf([[0, price, high, price, price, 100]])
  const lockedFor = (bars: ReturnType<typeof flat>) =>
    (['BUY', 'SELL'] as const).filter((side) => isLockedFor(side, bars, 0, 10_000))
  expect(lockedFor(flat(10_500))).toEqual(['BUY'])
  expect(lockedFor(flat(9_500))).toEqual(['SELL'])
  expect(lockedFor(flat(10_400))).toEqual([])
  expect(lockedFor(flat(10_500, 10_505))).toEqual([])
  expect(isLockedFor('BUY', flat(10_500), 0, 0)).toBe(false)
  // A split is no circuit.
  expect(lockedFor(flat(5_000))).toEqual([])
})

test('a stop has slippage, a target does not', () => {
  const slipping = { ...LONG, slippageBps: 10 }
  expect(protectiveFill(slipping, 10_000, 10_100, 9_800)?.pricePaise).toBe(9_790)
  expect(protectiveFill(slipping, 10_000, 10_500, 9_900)?.pricePaise).toBe(10_500)
})

test('a stop is never filled better than its level', () => {
  const price = fc.integer({ min: 1_800, max: 2_300 }).map((tick) => tick * 5)
  fc.assert(
    fc.property(price, price, price, fc.nat(20), (a, b, open, slippageBps) => {
      const high = Math.max(a, b, open)
      const low = Math.min(a, b, open)
      const long = protectiveFill({ ...LONG, slippageBps }, open, high, low)
      if (long?.reason === 'STOP_LOSS') expect(long.pricePaise).toBeLessThanOrEqual(LONG.stopPaise)
      const short = protectiveFill({ ...SHORT, slippageBps }, open, high, low)
      if (short?.reason === 'STOP_LOSS') expect(short.pricePaise).toBeGreaterThanOrEqual(SHORT.stopPaise)
    }),
  )
})

test('the text of a model names its slippage, and that of cautious fills each of their rules', () => {
  expect(describeFillModel({ slippageBps: 3 }).join('\n')).toContain('slip by 3 basis points')
  const text = describeFillModel(CAUTIOUS_FILLS).join('\n')
  const shares = ['10 % of the minute', '10 % of a minute', 'a target stays', 'a touch is not enough']
  const endings = ['Nothing fills at a circuit', 'the new one lapses', 'keeps its reason until it is done']
  for (const words of [...shares, ...endings]) expect(text).toContain(words)
  expect(describeFillModel(EXPECTED_FILLS).join('\n')).not.toContain('circuit')
})

test.each([
  ['maxVolumePercent', 0],
  ['maxVolumePercent', 101],
  ['rangeSlippagePercent', -1],
  ['slippageBps', -1],
  ['slippageBps', NaN],
  ['slippageBps', 1_001],
])('a model whose %s is %d is refused by name', (field, value) => {
  const refusal = refusalOf(checkFillModel({ ...CAUTIOUS_FILLS, [field]: value }))
  expect(refusal).toMatchObject({ code: 'FILL_MODEL_OUT_OF_RANGE', field })
})

test('an order with a limit fills at the open, at its limit, or not at all', () => {
  const limit = { side: 'BUY', limitPaise: 10_003, tickPaise: 5 } as const
  const minute = (openPaise: number, lowPaise: number) => ({ openPaise, highPaise: 10_500, lowPaise })
  expect(limitFill(limit, minute(9_990, 9_900), 9_995)).toEqual({ pricePaise: 9_995, isInside: false })
  // Slippage ends at the limit, which lies on a tick.
  expect(limitFill(limit, minute(10_000, 9_900), 10_020)).toEqual({ pricePaise: 10_000, isInside: false })
  expect(limitFill(limit, minute(10_100, 10_000), 10_120)).toEqual({ pricePaise: 10_000, isInside: true })
  expect(limitFill(limit, minute(10_100, 10_005), 10_120)).toBe(null)
  const cautious = { ...limit, mustTradeThrough: true }
  expect(limitFill(cautious, minute(10_100, 10_000), 10_120)).toBe(null)
  expect(limitFill(cautious, minute(10_100, 9_995), 10_120)).toEqual({ pricePaise: 10_000, isInside: true })
})

test('an order with a limit never fills worse than it, and on a tick', () => {
  const price = fc.integer({ min: 1, max: 3_000 })
  const sides = fc.constantFrom('BUY' as const, 'SELL' as const)
  fc.assert(
    fc.property(
      sides,
      price,
      price,
      price,
      price,
      fc.boolean(),
      (side, limitPaise, first, second, share, isCautious) => {
        const [lowPaise, highPaise] = [Math.min(first, second) * 5, Math.max(first, second) * 5]
        const openPaise = lowPaise + (share % ((highPaise - lowPaise) / 5 + 1)) * 5
        const limit = { side, limitPaise: limitPaise * 5 + (share % 5), tickPaise: 5, mustTradeThrough: isCautious }
        const fill = limitFill(limit, { openPaise, highPaise, lowPaise }, slipPrice(side, openPaise, 20, 5))
        if (fill === null) return
        expect((limit.limitPaise - fill.pricePaise) * (side === 'BUY' ? 1 : -1)).toBeGreaterThanOrEqual(0)
        expect(fill.pricePaise % 5).toBe(0)
      },
    ),
  )
})
