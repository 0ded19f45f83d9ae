import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePacket } from './decode-packet.ts'
import { encodePacket } from './encode-packet.ts'
import { STREAM_MODE, type StreamPacket } from './stream-packet.ts'

const LTP_HEX = '01013330343500000000000000000000000000000000000000000001000000000000000068e5cf8b010000d9df000000000000'
const QUOTE_HEX =
  '0201333034350000000000000000000000000000000000000000000200000000000000e86be5cf8b010000dedf000000000000' +
  '0a00000000000000a2df00000000000087d61200000000000000000000408f400000000000409f40a8de000000000000' +
  '9ce000000000000044de0000000000000cdf000000000000'

const LTP: StreamPacket = {
  mode: STREAM_MODE.LTP,
  exchangeType: 1,
  token: '3045',
  sequence: 1,
  exchangeTimeMs: 1_700_000_000_000,
  lastPaise: 57_305,
}
const QUOTE: StreamPacket = {
  mode: STREAM_MODE.QUOTE,
  exchangeType: 1,
  token: '3045',
  sequence: 2,
  exchangeTimeMs: 1_700_000_001_000,
  lastPaise: 57_310,
  lastQuantity: 10,
  averagePaise: 57_250,
  dayVolume: 1_234_567,
  totalBuyQuantity: 1_000,
  totalSellQuantity: 2_000,
  openPaise: 57_000,
  highPaise: 57_500,
  lowPaise: 56_900,
  closePaise: 57_100,
}

const anyWhole = fc.integer({ min: -1_000_000_000, max: Number.MAX_SAFE_INTEGER })
const anyLevel = fc.record({
  quantity: anyWhole,
  pricePaise: anyWhole,
  orders: fc.integer({ min: 0, max: 65_535 }),
})
const five = fc.array(anyLevel, { minLength: 5, maxLength: 5 })
const anySnapQuote = fc.record({
  mode: fc.constant(STREAM_MODE.SNAP_QUOTE),
  exchangeType: fc.integer({ min: 1, max: 13 }),
  token: fc.stringMatching(/^[A-Za-z0-9]{1,24}$/),
  sequence: anyWhole,
  exchangeTimeMs: anyWhole,
  lastPaise: anyWhole,
  lastQuantity: anyWhole,
  averagePaise: anyWhole,
  dayVolume: anyWhole,
  totalBuyQuantity: fc.double({ noNaN: true }),
  totalSellQuantity: fc.double({ noNaN: true }),
  openPaise: anyWhole,
  highPaise: anyWhole,
  lowPaise: anyWhole,
  closePaise: anyWhole,
  lastTradeTimeSec: anyWhole,
  openInterest: anyWhole,
  openInterestChangePercent: fc.double({ noNaN: true }),
  buys: five,
  sells: five,
  upperCircuitPaise: anyWhole,
  lowerCircuitPaise: anyWhole,
  yearHighPaise: anyWhole,
  yearLowPaise: anyWhole,
})

describe('packets', () => {
  test.each([
    ['LTP', LTP_HEX, LTP, 51],
    ['Quote', QUOTE_HEX, QUOTE, 123],
  ])('the %s vector decodes to its values, which encode to its bytes', (_, hex, packet, length) => {
    expect(decodePacket(Buffer.from(hex, 'hex'))).toEqual(packet)
    expect(Buffer.from(encodePacket(packet)).toString('hex')).toBe(hex)
    expect(encodePacket(packet)).toHaveLength(length)
  })

  test('every snap quote survives encoding to 379 bytes and decoding', () => {
    fc.assert(
      fc.property(anySnapQuote, (packet) => {
        const bytes = encodePacket(packet)
        expect(bytes).toHaveLength(379)
        expect(decodePacket(bytes)).toEqual(packet)
      }),
    )
  })

  test('buys have flag 1 at byte 147, sells flag 0 at byte 247', () => {
    const level = { quantity: 7, pricePaise: 100, orders: 3 }
    const [packet] = fc.sample(anySnapQuote, { numRuns: 1, seed: 1 })
    const view = Buffer.from(encodePacket({ ...packet!, buys: [level], sells: [level] }))
    expect([view.readUInt16LE(147), view.readBigInt64LE(149), view.readBigInt64LE(157)]).toEqual([1, 7n, 100n])
    expect([view.readUInt16LE(247), view.readUInt16LE(265)]).toEqual([0, 3])
  })
})

describe('bad input', () => {
  test('empty input, an unknown mode and a truncated packet return a reason and never throw', () => {
    expect(decodePacket(new Uint8Array())).toEqual({ mode: null, problem: 'EMPTY' })
    expect(decodePacket(Buffer.from('pong'))).toEqual({ mode: null, problem: 'MODE_UNKNOWN' })
    expect(decodePacket(Buffer.from(LTP_HEX, 'hex').subarray(0, 50))).toEqual({ mode: null, problem: 'TOO_SHORT' })
  })

  test('decoding never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => decodePacket(bytes).mode !== undefined))
  })

  test('encoding a token longer than its field throws', () => {
    expect(() => encodePacket({ ...LTP, token: 'x'.repeat(25) })).toThrow('token too long')
  })
})
