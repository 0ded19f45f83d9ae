import { describe, expect, test } from 'vitest'
import { blockByRisk } from '../risk/block-by-risk.ts'
import { openAccount } from '../accounts/open-account.ts'
import { depthOf } from './depth-of.ts'
import { holdAtCircuit } from '../market/hold-at-circuit.ts'
import { playTick } from '../market/play-tick.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import type { OrderTicket } from '../state/exchange-order.ts'
import { modifyOrder, type OrderChange } from '../orders/modify-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { openTestExchange, SBIN, TICKET } from '../testing/open-test-exchange.ts'
import { priceBand } from '../state/price-band.ts'

// What the broker acknowledges and the exchange or the risk system rejects a moment later.

const MINUTE_MS = 60_000
const TICK = SBIN.tickPaise

function setUp(rules: NonNullable<Parameters<typeof openTestExchange>[0]>['rules'] = {}) {
  const { exchange, time } = openTestExchange({ rules })
  const account = openAccount(exchange, { cashPaise: 1_000_000_000 })
  const announced: unknown[] = []
  exchange.orderListeners.add(({ order, what }) => announced.push([what, order.quantity, order.pricePaise, order.text]))
  const book = exchange.books.get(SBIN.token)!
  const place = (ticket: Partial<OrderTicket>) => {
    const placed = placeOrder(exchange, account, { ...TICKET, ...ticket })
    if (!placed.ok) throw new Error(placed.message)
    time.advanceBy(10)
    return placed.value
  }
  const modify = (orderId: string, change: Partial<OrderChange>) => {
    const asked = { kind: 'LIMIT', duration: 'DAY', triggerPaise: 0, pricePaise: 0, quantity: 10, ...change } as const
    const modified = modifyOrder(exchange, account, orderId, asked)
    time.advanceBy(10)
    return modified.ok
  }
  return { exchange, time, account, announced, book, place, modify }
}

describe('freeze quantity', () => {
  const FROZEN = 'RMS:Rule: Check freeze quantity for NSE CASH'

  test('an order above it is acknowledged and then rejected; one of exactly that quantity trades', () => {
    const { place } = setUp({ freezeQuantity: 10 })
    expect(place({ kind: 'MARKET', quantity: 11 })).toMatchObject({ status: 'rejected', text: FROZEN })
    expect(place({ kind: 'MARKET', quantity: 10 }).status).toBe('complete')
  })

  test('a change above it leaves the order as it was, with the reason and the time, and announces it', () => {
    const { time, announced, book, place, modify } = setUp({ freezeQuantity: 10 })
    const pricePaise = book.quote.lastPaise - 400 * TICK
    const order = place({ pricePaise })
    time.advanceBy(MINUTE_MS)
    expect(modify(order.orderId, { pricePaise: pricePaise + TICK, quantity: 11 })).toBe(true)
    expect(order).toMatchObject({ status: 'open', quantity: 10, pricePaise, text: FROZEN })
    expect(time.clock.nowMs() - order.updatedMs).toBeLessThan(10)
    expect(announced.at(-1)).toEqual(['open', 10, pricePaise, FROZEN])
  })
})

describe('circuits', () => {
  const RANGE = '16284: The order price is out of the day’s price range'

  test('at the lower circuit nothing can be sold, buyers are filled at the limit, and the rest follows when it ends', () => {
    const { exchange, time, account, book, place } = setUp()
    const { lowerPaise } = priceBand(book)
    holdAtCircuit(exchange, { token: SBIN.token, limit: 'LOWER', forMs: 5 * MINUTE_MS })
    expect(book.quote.lastPaise).toBe(lowerPaise)
    const sold = place({ kind: 'MARKET', side: 'SELL' })
    expect(sold).toMatchObject({ status: 'open', pricePaise: lowerPaise })
    const bought = place({ kind: 'MARKET', quantity: 5 })
    time.advanceBy(3 * MINUTE_MS)
    expect([sold.filledQuantity, bought.status]).toEqual([0, 'complete'])
    expect(new Set(account.trades.map((trade) => trade.pricePaise))).toEqual(new Set([lowerPaise]))
    expect(book.quote).toMatchObject({ lastPaise: lowerPaise, lowPaise: lowerPaise })
    time.advanceBy(3 * MINUTE_MS)
    expect(sold.status).toBe('complete')
    expect(book.quote.lastPaise).toBeGreaterThan(lowerPaise)
  })

  test('a stop that the fall triggers stays open without a buyer', () => {
    const { exchange, time, book, place } = setUp()
    const triggerPaise = book.quote.lastPaise - 20 * TICK
    const stop = { variety: 'STOPLOSS', kind: 'STOPLOSS_LIMIT', side: 'SELL', triggerPaise } as const
    const order = place({ ...stop, pricePaise: triggerPaise - 20 * TICK })
    const pricePaise = triggerPaise - 5 * TICK
    holdAtCircuit(exchange, { token: SBIN.token, limit: 'LOWER', forMs: 5 * MINUTE_MS, pricePaise })
    time.advanceBy(MINUTE_MS)
    expect(order).toMatchObject({ status: 'open', filledQuantity: 0 })
  })

  test('orders and changes beyond the limit are rejected, and the order keeps the price that rests', () => {
    const { exchange, book, announced, place, modify } = setUp()
    const pricePaise = book.quote.lastPaise
    holdAtCircuit(exchange, { token: SBIN.token, limit: 'UPPER', forMs: MINUTE_MS, pricePaise })
    expect(place({ pricePaise: pricePaise + TICK })).toMatchObject({ status: 'rejected', text: RANGE })
    const order = place({ pricePaise })
    expect(modify(order.orderId, { pricePaise: pricePaise + TICK })).toBe(true)
    expect(order).toMatchObject({ status: 'open', filledQuantity: 0, pricePaise, text: RANGE })
    expect(announced.at(-1)).toEqual(['open', 10, pricePaise, RANGE])
  })

  test.each([
    ['UPPER', 'BUY', 'SELL'],
    ['LOWER', 'SELL', 'BUY'],
  ] as const)(
    'at the %s circuit the depth shows %s orders from the limit on, and no %s orders',
    (limit, side, other) => {
      const { exchange, book } = setUp()
      holdAtCircuit(exchange, { token: SBIN.token, limit, forMs: MINUTE_MS })
      expect(depthOf(book, side)[0]!.pricePaise).toBe(book.quote.lastPaise)
      expect(depthOf(book, other)).toEqual([])
    },
  )
})

describe('the risk system', () => {
  test('rejects every new order and change for a time, lets cancellations pass, and then accepts again', () => {
    const { exchange, time, account, book, announced, place, modify } = setUp()
    const text = 'RMS:Blocked for SBIN-EQ nse_cm INTRADAY block type: ALL'
    const pricePaise = book.quote.lastPaise - 400 * TICK
    const [order, other] = [place({ pricePaise }), place({ pricePaise })]
    blockByRisk(exchange, account, { forMs: MINUTE_MS })
    expect(place({ kind: 'MARKET' })).toMatchObject({ status: 'rejected', text })
    expect(modify(order.orderId, { pricePaise: pricePaise + TICK })).toBe(true)
    expect(order).toMatchObject({ status: 'open', pricePaise, text })
    expect(announced.at(-1)).toEqual(['open', 10, pricePaise, text])
    cancelOrder(exchange, account, other.orderId)
    time.advanceBy(MINUTE_MS)
    expect(other.status).toBe('cancelled')
    modify(order.orderId, { pricePaise: pricePaise + TICK })
    expect(order).toMatchObject({ pricePaise: pricePaise + TICK, text: '' })
  })

  test('blocks one account and says what it was told to say', () => {
    const { exchange, account, place } = setUp()
    blockByRisk(exchange, openAccount(exchange), { forMs: MINUTE_MS })
    expect(place({ kind: 'MARKET' }).status).toBe('complete')
    blockByRisk(exchange, account, { forMs: MINUTE_MS, text: 'RMS:Rule: Auto square off block' })
    expect(place({ kind: 'MARKET' }).text).toBe('RMS:Rule: Auto square off block')
  })
})

test('a change to fewer shares than were filled meanwhile is rejected, and the rest stays', () => {
  const { exchange, time, account, book, place } = setUp()
  const pricePaise = book.quote.lastPaise - 400 * TICK
  const order = place({ pricePaise })
  const change = { kind: 'LIMIT', duration: 'DAY', triggerPaise: 0, pricePaise, quantity: 5 } as const
  expect(modifyOrder(exchange, account, order.orderId, change).ok).toBe(true)
  playTick(exchange, book, { atMs: time.clock.nowMs(), pricePaise, quantity: 6 })
  time.advanceBy(10)
  expect(order).toMatchObject({ quantity: 10, filledQuantity: 6, text: 'The quantity is already filled' })
})

test('a stop that becomes a limit order has no trigger any more', () => {
  const { book, place, modify } = setUp()
  const triggerPaise = book.quote.lastPaise - 20 * TICK
  const stop = { variety: 'STOPLOSS', kind: 'STOPLOSS_LIMIT', side: 'SELL', triggerPaise } as const
  const order = place({ ...stop, pricePaise: triggerPaise - TICK })
  const pricePaise = book.quote.lastPaise + 100 * TICK
  modify(order.orderId, { pricePaise, triggerPaise })
  expect(order).toMatchObject({ kind: 'LIMIT', status: 'open', pricePaise, triggerPaise: 0 })
})
