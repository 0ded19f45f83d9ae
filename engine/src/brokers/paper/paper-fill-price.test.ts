import { expect, test } from 'vitest'
import type { OrderPrice, OrderRequest } from '../../ports.ts'
import { paperFillPrice } from './paper-fill-price.ts'

const REQUEST: OrderRequest = {
  clientId: 'a1',
  instrument: { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 },
  side: 'SELL',
  quantity: 1,
  product: 'INTRADAY',
  purpose: 'EXIT',
  price: { kind: 'MARKET', lastPaise: 10_000 },
  decidedAtMs: 60_000,
}

function priceAt(price: OrderPrice, lastPaise: number, { isOpening = false, isArrival = false } = {}) {
  const quote = { lastPaise, barStartMs: 120_000, barOpenPaise: 10_000, isOpening }
  return paperFillPrice({ ...REQUEST, price }, { quote, isArrival, nowMs: 121_000 }, { slippageBps: 10 })
}

test('a stop fills at the open after a gap and at its level otherwise, both with slippage', () => {
  const stop = { kind: 'STOP', triggerPaise: 9_900 } as const
  expect(priceAt(stop, 9_905)).toBe(null)
  expect(priceAt(stop, 9_800)).toBe(9_890)
  expect(priceAt(stop, 9_800, { isOpening: true })).toBe(9_790)
  expect(priceAt(stop, 9_800, { isArrival: true })).toBe(9_790)
})

test('a limit fills at the open after a gap and at its price otherwise, both without slippage', () => {
  const limit = { kind: 'LIMIT', limitPaise: 10_100 } as const
  expect(priceAt(limit, 10_095)).toBe(null)
  expect(priceAt(limit, 10_150)).toBe(10_100)
  expect(priceAt(limit, 10_150, { isOpening: true })).toBe(10_150)
  expect(priceAt(limit, 10_150, { isArrival: true })).toBe(10_150)
})

test('a level triggered by the engine fills at once, a stop with slippage and a target without', () => {
  const market = { kind: 'MARKET', lastPaise: 10_000 } as const
  const fill = (purpose: 'STOP' | 'TARGET' | 'EXIT') => {
    const quote = { lastPaise: 10_000, barStartMs: 0, barOpenPaise: 9_000, isOpening: false }
    return paperFillPrice(
      { ...REQUEST, purpose, price: market },
      { quote, isArrival: true, nowMs: 1_000 },
      { slippageBps: 10 },
    )
  }
  expect([fill('STOP'), fill('TARGET'), fill('EXIT')]).toEqual([9_990, 10_000, null])
})

test('an entry with a limit waits for the next minute, pays no more than it, and later only when it was renewed', () => {
  const fill = (lastPaise: number, barOpenPaise: number, barStartMs = 60_000, nowMs = barStartMs + 1_000) => {
    const quote = { lastPaise, barStartMs, barOpenPaise, isOpening: false }
    const entry = { ...REQUEST, side: 'BUY', purpose: 'ENTRY', price: { kind: 'LIMIT', limitPaise: 10_000 } } as const
    return paperFillPrice(entry, { quote, isArrival: true, nowMs }, { slippageBps: 10 })
  }
  expect(fill(9_900, 9_900, 0)).toBe(null)
  expect([fill(9_950, 9_900), fill(10_050, 9_995), fill(9_950, 10_100), fill(10_005, 10_100)]).toEqual([
    9_910,
    10_000,
    10_000,
    null,
  ])
  expect([fill(9_950, 9_900, 120_000), fill(9_950, 9_900, 120_000, 128_000)]).toEqual([null, 9_910])
})
