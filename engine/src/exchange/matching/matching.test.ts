import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cancelOrder } from '../orders/cancel-order.ts'
import { depthOf } from './depth-of.ts'
import type { Exchange, OrderEvent } from '../state/exchange.ts'
import type { ExchangeAccount, ExchangePosition } from '../state/exchange-account.ts'
import type { ExchangeOrder, OrderTicket } from '../state/exchange-order.ts'
import { fundsOf } from '../risk/funds-of.ts'
import { modifyOrder } from '../orders/modify-order.ts'
import { openAccount } from '../accounts/open-account.ts'
import { placeOrder } from '../orders/place-order.ts'
import { foldTrade } from './record-fill.ts'
import { openTestExchange, SBIN, TICKET } from '../testing/open-test-exchange.ts'

const CHANGE = { kind: 'LIMIT', duration: 'DAY', triggerPaise: 0 } as const
const MINUTE_MS = 60_000

function setUp(options: Parameters<typeof openTestExchange>[0] = {}) {
  const { exchange, time } = openTestExchange(options)
  const account = openAccount(exchange, { cashPaise: 1_000_000_000 })
  const events: string[] = []
  exchange.orderListeners.add(({ what }: OrderEvent) => events.push(what))
  const quote = () => exchange.books.get(SBIN.token)!.quote
  const place = (ticket: Partial<OrderTicket>): ExchangeOrder => {
    const placed = placeOrder(exchange, account, { ...TICKET, ...ticket })
    if (!placed.ok) throw new Error(placed.message)
    return placed.value
  }
  return { exchange, time, account, events, quote, place }
}

function tradesOf(account: ExchangeAccount, order: ExchangeOrder) {
  return account.trades.filter((trade) => trade.orderId === order.orderId)
}

/** Prices of the next half hour, taken from an identical exchange without orders. */
const AHEAD: readonly { readonly atMs: number; readonly pricePaise: number }[] = listAhead()

function listAhead() {
  const { exchange, time } = openTestExchange()
  const ticks: { atMs: number; pricePaise: number }[] = []
  exchange.tickListeners.add(({ quote }) => {
    if (quote.instrument === SBIN) ticks.push({ atMs: time.clock.nowMs(), pricePaise: quote.lastPaise })
  })
  time.advanceBy(30 * MINUTE_MS)
  return ticks
}

function pricesAhead(minutes: number): number[] {
  const untilMs = openTestExchange().time.clock.nowMs() + minutes * MINUTE_MS
  return AHEAD.filter(({ atMs }) => atMs <= untilMs).map(({ pricePaise }) => pricePaise)
}

describe('limit orders', () => {
  test('a marketable limit order takes the visible depth at once, best price first, never beyond its limit', () => {
    const { time, account, events, quote, place } = setUp()
    const last = quote().lastPaise
    const order = place({ pricePaise: last + 3 * SBIN.tickPaise, quantity: 30 })
    expect(events).toEqual(['open pending'])
    time.advanceBy(10)
    expect(order.status).toBe('complete')
    const prices = tradesOf(account, order).map((trade) => trade.pricePaise)
    expect(prices[0]).toBe(last + SBIN.tickPaise)
    expect(prices).toEqual(prices.toSorted((left, right) => left - right))
    expect(events.at(1)).toBe('open')
    expect(events.at(-1)).toBe('complete')
  })

  test('a limit order away from the market waits and fills at its own price when the tape reaches it, and not before', () => {
    const lowest = Math.min(...pricesAhead(30))
    const { time, account, quote, place } = setUp()
    expect(lowest).toBeLessThan(quote().lastPaise)
    const order = place({ pricePaise: lowest + SBIN.tickPaise })
    const never = place({ pricePaise: lowest - SBIN.tickPaise })
    time.advanceBy(10)
    expect(order.status).toBe('open')
    time.advanceBy(30 * MINUTE_MS)
    expect(order.status).toBe('complete')
    expect(tradesOf(account, order).map((trade) => trade.pricePaise)).toEqual([lowest + SBIN.tickPaise])
    expect([never.status, never.filledQuantity]).toEqual(['open', 0])
  })

  test('a large limit order fills in parts, from the visible depth and from later trades', () => {
    const { time, account, events, quote, place } = setUp({ rules: { intradayLeverage: 1_000 } })
    const order = place({ pricePaise: quote().lastPaise + 40 * SBIN.tickPaise, quantity: 100_000 })
    time.advanceBy(10)
    expect(order.status).toBe('open')
    expect(order.filledQuantity).toBeGreaterThan(0)
    expect(order.filledQuantity).toBeLessThan(100_000)
    time.advanceBy(10 * MINUTE_MS)
    expect(order.status).toBe('complete')
    expect(tradesOf(account, order).length).toBeGreaterThan(5)
    expect(events.filter((what) => what === 'open').length).toBeGreaterThan(5)
  })

  test('depth taken by one order is not available to the next until a new tick', () => {
    const { time, quote, place } = setUp()
    const limit = { pricePaise: quote().lastPaise + SBIN.tickPaise, duration: 'IOC' as const }
    const first = place({ ...limit, quantity: 5_000 })
    const second = place({ ...limit, quantity: 5_000 })
    time.advanceBy(5)
    expect(first.filledQuantity).toBeGreaterThan(0)
    expect([second.status, second.filledQuantity]).toEqual(['cancelled', 0])
  })

  test('the next tick restores the full depth', () => {
    const { exchange, time, quote, place } = setUp({ rules: { intradayLeverage: 100_000 } })
    const take = () => {
      const order = place({ pricePaise: quote().lastPaise + SBIN.tickPaise, duration: 'IOC', quantity: 1_000_000 })
      time.advanceBy(5)
      return order.filledQuantity
    }
    const shown = () => depthOf(exchange.books.get(SBIN.token)!, 'SELL')[0]!.quantity
    expect(shown()).toBe(take())
    expect(take()).toBe(0)
    let ticks = 0
    exchange.tickListeners.add(() => ticks++)
    time.advanceBy(10_000)
    expect(ticks).toBeGreaterThan(0)
    expect(shown()).toBe(take())
  })

  test('waiting orders never fill more of a tick than its traded quantity', () => {
    const lowest = Math.min(...pricesAhead(20))
    const { exchange, time, account, quote, place } = setUp({ rules: { intradayLeverage: 10_000 } })
    const orders = [1, 2].map((step) => place({ pricePaise: lowest + step * SBIN.tickPaise, quantity: 1_000_000 }))
    const byTick = new Map<number, number>()
    exchange.orderListeners.add(({ order }) => {
      if (order.lastTrade === account.trades.at(-1)) {
        byTick.set(quote().sequence, (byTick.get(quote().sequence) ?? 0) + (order.lastTrade?.quantity ?? 0))
        expect(byTick.get(quote().sequence)).toBeLessThanOrEqual(quote().lastQuantity)
      }
    })
    time.advanceBy(20 * MINUTE_MS)
    expect(byTick.size).toBeGreaterThan(0)
    expect(orders.map((order) => order.status)).toEqual(['open', 'open'])
  })

  test('orders fill by price, then by time of arrival', () => {
    const lowest = Math.min(...pricesAhead(20))
    const { time, account, place } = setUp()
    const late = place({ pricePaise: lowest + SBIN.tickPaise })
    const later = place({ pricePaise: lowest + SBIN.tickPaise })
    const better = place({ pricePaise: lowest + 2 * SBIN.tickPaise })
    time.advanceBy(20 * MINUTE_MS)
    expect(account.trades.map((trade) => trade.orderId)).toEqual([better, late, later].map((order) => order.orderId))
  })
})

describe('market orders', () => {
  test.each(['BUY', 'SELL'] as const)('a market %s becomes a limit order protected by half a percent', (side) => {
    const { time, account, quote, place } = setUp()
    const last = quote().lastPaise
    const order = place({ kind: 'MARKET', side, quantity: 200 })
    const bound = side === 'BUY' ? last * 1.005 : last * 0.995
    expect(order.kind).toBe('LIMIT')
    expect(Math.abs(order.pricePaise - bound)).toBeLessThan(SBIN.tickPaise)
    expect(side === 'BUY' ? order.pricePaise <= bound : order.pricePaise >= bound).toBe(true)
    time.advanceBy(MINUTE_MS)
    const prices = tradesOf(account, order).map((trade) => trade.pricePaise)
    expect(prices.every((price) => (side === 'BUY' ? price <= bound : price >= bound))).toBe(true)
  })

  test('an IOC order fills what is available and cancels the rest', () => {
    const { time, place, quote } = setUp({ rules: { intradayLeverage: 1_000 } })
    const order = place({ pricePaise: quote().lastPaise + SBIN.tickPaise, quantity: 50_000, duration: 'IOC' })
    time.advanceBy(10)
    expect(order.status).toBe('cancelled')
    expect(order.filledQuantity).toBeGreaterThan(0)
  })
})

describe('stop orders', () => {
  const stop = { variety: 'STOPLOSS' } as const

  test('a sell stop waits for its trigger, then sells at market within its price protection', () => {
    const ahead = pricesAhead(30)
    const { time, account, events, place } = setUp()
    const triggerPaise = Math.min(...ahead) + 2 * SBIN.tickPaise
    const trigger = ahead.find((price) => price <= triggerPaise)!
    const order = place({ ...stop, kind: 'STOPLOSS_MARKET', side: 'SELL', triggerPaise })
    time.advanceBy(10)
    expect([order.status, order.filledQuantity]).toEqual(['trigger pending', 0])
    time.advanceBy(30 * MINUTE_MS)
    expect(order.status).toBe('complete')
    expect(tradesOf(account, order)[0]!.pricePaise).toBe(trigger)
    expect(events).toEqual(['open pending', 'trigger pending', 'open', 'complete'])
  })

  test.each(['BUY', 'SELL'] as const)('a %s stop triggers on a trade at exactly its trigger price', (side) => {
    const ahead = pricesAhead(30)
    const { time, place } = setUp()
    const triggerPaise = side === 'BUY' ? Math.max(...ahead) : Math.min(...ahead)
    const order = place({ ...stop, kind: 'STOPLOSS_MARKET', side, triggerPaise })
    time.advanceBy(30 * MINUTE_MS)
    expect(order.status).toBe('complete')
  })

  test('a buy stop-limit order never pays more than its limit', () => {
    const highest = Math.max(...pricesAhead(30))
    const { time, account, place } = setUp()
    const triggerPaise = highest - 4 * SBIN.tickPaise
    const order = place({ ...stop, kind: 'STOPLOSS_LIMIT', triggerPaise, pricePaise: triggerPaise + SBIN.tickPaise })
    time.advanceBy(30 * MINUTE_MS)
    for (const trade of tradesOf(account, order)) {
      expect(trade.pricePaise).toBeLessThanOrEqual(triggerPaise + SBIN.tickPaise)
    }
    expect(['open', 'complete']).toContain(order.status)
  })

  test.each([
    ['whose trigger the price has passed', { side: 'BUY', ticks: -5, limit: 0 }],
    ['whose limit lies on the wrong side of its trigger', { side: 'BUY', ticks: 5, limit: -2 }],
    ['that is IOC', { side: 'SELL', ticks: -5, limit: 0, duration: 'IOC' }],
  ] as const)('a stop order %s is rejected', (_, { ticks, limit, ...rest }) => {
    const { time, quote, place } = setUp()
    const triggerPaise = quote().lastPaise + ticks * SBIN.tickPaise
    const pricePaise = triggerPaise + limit * SBIN.tickPaise
    const order = place({ ...stop, kind: 'STOPLOSS_LIMIT', triggerPaise, pricePaise, ...rest })
    time.advanceBy(10)
    expect(order.status).toBe('rejected')
  })
})

describe('modifications', () => {
  test('a limit order modified to a marketable price fills', () => {
    const { exchange, time, account, events, quote, place } = setUp()
    const order = place({ pricePaise: quote().lastPaise - 40 * SBIN.tickPaise })
    time.advanceBy(10)
    const change = { ...CHANGE, pricePaise: quote().lastPaise + 5 * SBIN.tickPaise, quantity: 20 }
    expect(modifyOrder(exchange, account, order.orderId, change).ok).toBe(true)
    time.advanceBy(10)
    expect([order.status, order.filledQuantity]).toEqual(['complete', 20])
    expect(events).toContain('modified')
  })

  test('a rejected modification leaves the order unchanged and gives the reason', () => {
    const { exchange, time, account, quote, place } = setUp()
    const pricePaise = quote().lastPaise - 40 * SBIN.tickPaise
    const order = place({ pricePaise })
    time.advanceBy(10)
    modifyOrder(exchange, account, order.orderId, { ...CHANGE, pricePaise: pricePaise + 1, quantity: 10 })
    time.advanceBy(10)
    expect(order).toMatchObject({ status: 'open', pricePaise, text: expect.stringContaining('16283') })
    expect(cancelOrder(exchange, account, order.orderId).ok).toBe(true)
    time.advanceBy(10)
    expect(order.status).toBe('cancelled')
  })

  test('after a rejected modification the order still waits at its old price', () => {
    const lowest = Math.min(...pricesAhead(30))
    const { exchange, time, account, place } = setUp()
    const order = place({ pricePaise: lowest + SBIN.tickPaise })
    time.advanceBy(10)
    modifyOrder(exchange, account, order.orderId, { ...CHANGE, pricePaise: 1, quantity: 10 })
    time.advanceBy(30 * MINUTE_MS)
    expect(order.status).toBe('complete')
    expect(order.filledValuePaise).toBe(10 * (lowest + SBIN.tickPaise))
  })

  test('an order that uses all the margin can still be modified', () => {
    const { exchange, time, account, quote, place } = setUp({ rules: { intradayLeverage: 1 } })
    const pricePaise = quote().lastPaise - 40 * SBIN.tickPaise
    const order = place({ pricePaise })
    time.advanceBy(10)
    account.cashPaise = 10 * pricePaise
    modifyOrder(exchange, account, order.orderId, { ...CHANGE, pricePaise: pricePaise - SBIN.tickPaise, quantity: 10 })
    time.advanceBy(10)
    expect(order).toMatchObject({ text: '', pricePaise: pricePaise - SBIN.tickPaise })
    modifyOrder(exchange, account, order.orderId, { ...CHANGE, pricePaise, quantity: 11 })
    time.advanceBy(10)
    expect(order).toMatchObject({ text: expect.stringContaining('Insufficient'), quantity: 10 })
  })

  test('an order modified while waiting rests only at its new price and fills once', () => {
    const lowest = Math.min(...pricesAhead(30))
    const { exchange, time, account, events, place } = setUp()
    const order = place({ pricePaise: lowest - 9 * SBIN.tickPaise })
    for (const ticks of [-5, 1]) {
      time.advanceBy(10)
      const pricePaise = lowest + ticks * SBIN.tickPaise
      modifyOrder(exchange, account, order.orderId, { ...CHANGE, pricePaise, quantity: 10 })
    }
    time.advanceBy(30 * MINUTE_MS)
    expect(order.status).toBe('complete')
    expect(tradesOf(account, order).map((one) => one.quantity)).toEqual([10])
    expect(events.filter((what) => what === 'complete')).toHaveLength(1)
  })

  test('a stop order modified to a market order trades at once', () => {
    const { exchange, time, account, quote, place } = setUp()
    const triggerPaise = quote().lastPaise - 60 * SBIN.tickPaise
    const order = place({ variety: 'STOPLOSS', kind: 'STOPLOSS_MARKET', side: 'SELL', triggerPaise })
    time.advanceBy(10)
    modifyOrder(exchange, account, order.orderId, { ...CHANGE, kind: 'MARKET', pricePaise: 0, quantity: 10 })
    time.advanceBy(10)
    expect(order.status).toBe('complete')
  })

  test('a modified quantity at or below the filled quantity is rejected', () => {
    const { exchange, time, account, quote, place } = setUp({ rules: { intradayLeverage: 1_000 } })
    const order = place({ pricePaise: quote().lastPaise + SBIN.tickPaise, quantity: 50_000 })
    time.advanceBy(10)
    const change = { ...CHANGE, pricePaise: order.pricePaise, quantity: order.filledQuantity }
    expect(modifyOrder(exchange, account, order.orderId, change)).toMatchObject({ ok: false, code: 'AB1007' })
  })

  test('a cancel that arrives too late does not undo the fill', () => {
    const { exchange, time, account, place } = setUp()
    const order = place({ kind: 'MARKET' })
    expect(cancelOrder(exchange, account, order.orderId).ok).toBe(true)
    time.advanceBy(10)
    expect([order.status, order.filledQuantity]).toEqual(['complete', 10])
  })
})

describe('sessions', () => {
  test('a day order is cancelled at the end of its session, and the next session accepts orders again', () => {
    const { time, quote, place } = setUp({ minute: 10 * 60 + 58 })
    const order = place({ pricePaise: quote().lastPaise - 100 * SBIN.tickPaise })
    time.advanceBy(MINUTE_MS)
    expect(order.status).toBe('open')
    time.advanceBy(MINUTE_MS)
    expect([order.status, order.text]).toEqual(['cancelled', expect.stringContaining('session')])
    const next = place({ kind: 'MARKET' })
    time.advanceBy(10)
    expect(next.status).toBe('complete')
  })

  test.each([
    ['before the open', '2026-11-16', 9 * 60 + 14],
    ['after the close', '2026-11-16', 15 * 60 + 15],
  ])('NSE hours: an order shortly %s is rejected', (_, day, minute) => {
    const { time, place } = setUp({ hours: 'nse', day, minute })
    const order = place({ kind: 'MARKET' })
    time.advanceBy(10)
    expect([order.status, order.text]).toEqual(['rejected', '16000: The trading market is not open'])
  })

  test('NSE hours: trading starts at 09:15 and the tape stops overnight', () => {
    const { exchange, time, quote, place } = setUp({ hours: 'nse', minute: 9 * 60 + 14 })
    const before = quote().lastPaise
    let ticks = 0
    exchange.tickListeners.add(() => ticks++)
    time.advanceBy(MINUTE_MS - 1)
    expect(ticks).toBe(0)
    time.advanceBy(MINUTE_MS)
    expect(quote()).toMatchObject({ previousClosePaise: before })
    const order = place({ kind: 'MARKET' })
    time.advanceBy(10)
    expect(order.status).toBe('complete')
  })
})

describe('the next day', () => {
  test('deliveries become holdings, results become cash, and books start empty', () => {
    const { time, account, place } = setUp({ minute: 23 * 60 + 30 })
    const bought = place({ kind: 'MARKET', product: 'DELIVERY' })
    place({ kind: 'MARKET' })
    const sold = place({ kind: 'MARKET', side: 'SELL' })
    time.advanceBy(MINUTE_MS)
    const intraday = account.positions.get('3045:INTRADAY')!
    const result = intraday.sellValuePaise - intraday.buyValuePaise
    expect(sold.status).toBe('complete')
    time.advanceBy(30 * MINUTE_MS)
    expect(account.holdings.get('3045')).toMatchObject({ quantity: 10, costPaise: bought.filledValuePaise })
    expect(account.cashPaise).toBe(1_000_000_000 - bought.filledValuePaise + result)
    expect([account.orders.size, account.trades.length, account.positions.size]).toEqual([0, 0, 0])
  })

  test('holdings can be sold once', () => {
    const { exchange, time } = setUp()
    const account = openAccount(exchange, { holdings: [{ token: '3045', quantity: 10, averagePaise: 70_000 }] })
    const sell = () => {
      const placed = placeOrder(exchange, account, { ...TICKET, kind: 'MARKET', product: 'DELIVERY', side: 'SELL' })
      time.advanceBy(10)
      return placed.ok && placed.value.status
    }
    expect([sell(), sell()]).toEqual(['complete', 'rejected'])
  })

  test('open intraday positions are squared off at the last price', () => {
    const { time, account, place, quote } = setUp({ minute: 23 * 60 + 30 })
    const order = place({ kind: 'MARKET' })
    time.advanceBy(29 * MINUTE_MS + 59_999)
    const last = quote().lastPaise
    time.advanceBy(1)
    expect(account.cashPaise).toBe(1_000_000_000 - order.filledValuePaise + 10 * last)
  })
})

type Step = {
  readonly side: 'BUY' | 'SELL'
  readonly ticks: number
  readonly quantity: number
  readonly waitMs: number
}
const anyStep = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  ticks: fc.integer({ min: -30, max: 30 }),
  quantity: fc.integer({ min: 1, max: 4_000 }),
  waitMs: fc.integer({ min: 0, max: 40_000 }),
})

type Traded = { exchange: Exchange; account: ExchangeAccount; modified: ReadonlySet<string> }

function trade(steps: readonly Step[]): Traded {
  const { exchange, time, account, quote, place } = setUp()
  const modified = new Set<string>()
  for (const [index, { side, ticks, quantity, waitMs }] of steps.entries()) {
    const order = place({ side, quantity, pricePaise: quote().lastPaise + ticks * SBIN.tickPaise })
    time.advanceBy(waitMs)
    if (index % 3 === 1) cancelOrder(exchange, account, order.orderId)
    if (index % 3 === 2) {
      const pricePaise = order.pricePaise - ticks * SBIN.tickPaise
      if (modifyOrder(exchange, account, order.orderId, { ...CHANGE, pricePaise, quantity: quantity + 5 }).ok) {
        modified.add(order.orderId)
      }
    }
  }
  time.advanceBy(MINUTE_MS)
  return { exchange, account, modified }
}

describe('invariants', () => {
  test('no order fills beyond its quantity or limit, positions equal their trades, and funds add up', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), (steps) => {
        const { exchange, account, modified } = trade(steps)
        const folded = new Map<string, ExchangePosition>()
        for (const one of account.trades) {
          const order = account.orders.get(one.orderId)!
          const isWithin = one.side === 'BUY' ? one.pricePaise <= order.pricePaise : one.pricePaise >= order.pricePaise
          // Earlier trades of a modified order were bound by its earlier limit.
          expect(
            (isWithin || modified.has(one.orderId)) && one.quantity > 0 && one.pricePaise % SBIN.tickPaise === 0,
          ).toBe(true)
          foldTrade(folded, one)
        }
        expect([...account.positions]).toEqual([...folded])
        for (const order of account.orders.values()) {
          const filled = tradesOf(account, order).reduce((sum, one) => sum + one.quantity, 0)
          expect(filled).toBe(order.filledQuantity)
          expect(filled).toBeLessThanOrEqual(order.quantity)
          expect(account.openOrders.has(order)).toBe(['open', 'open pending'].includes(order.status))
        }
        const { availablePaise, utilisedPaise, realisedPaise } = fundsOf(account, exchange.rules)
        expect(availablePaise + utilisedPaise - realisedPaise).toBe(account.cashPaise)
        expect(availablePaise).toBeGreaterThan(0)
        expect(new Set(account.trades.map((one) => one.tradeId)).size).toBe(account.trades.length)
      }),
      { numRuns: 25 },
    )
  })

  test('the same calls at the same instants give the same day', () => {
    const [steps] = fc.sample(fc.array(anyStep, { minLength: 20, maxLength: 20 }), { numRuns: 1, seed: 5 })
    const [first, second] = [trade(steps!), trade(steps!)]
    expect(first.account.trades.length).toBeGreaterThan(5)
    expect(second.account.trades).toEqual(first.account.trades)
    expect([...second.account.orders.keys()]).toEqual([...first.account.orders.keys()])
  })
})

describe('margin', () => {
  test('a position needs margin by leverage, and closing it releases the margin and needs none', () => {
    const { exchange, time, quote } = setUp({ rules: { intradayLeverage: 1 } })
    const cashPaise = Math.round(10.5 * quote().lastPaise)
    const account = openAccount(exchange, { cashPaise })
    const send = (ticket: Partial<OrderTicket>) => {
      const placed = placeOrder(exchange, account, { ...TICKET, kind: 'MARKET', ...ticket })
      time.advanceBy(2_000)
      if (!placed.ok) throw new Error(placed.message)
      return placed.value
    }
    const bought = send({ quantity: 10 })
    expect(bought.status).toBe('complete')
    expect(fundsOf(account, exchange.rules).utilisedPaise).toBe(bought.filledValuePaise)
    expect(send({ quantity: 10 })).toMatchObject({ status: 'rejected', text: expect.stringContaining('Insufficient') })
    const sold = send({ side: 'SELL', quantity: 10 })
    expect(sold.status).toBe('complete')
    expect(fundsOf(account, exchange.rules)).toEqual({
      utilisedPaise: 0,
      realisedPaise: sold.filledValuePaise - bought.filledValuePaise,
      availablePaise: cashPaise + sold.filledValuePaise - bought.filledValuePaise,
    })
  })

  test('of two exits sent together the first needs no margin, the second would open a position and needs it', () => {
    const { exchange, time, account, place, quote } = setUp({ rules: { intradayLeverage: 1 } })
    place({ kind: 'MARKET' })
    time.advanceBy(10)
    account.cashPaise = Math.round(10.5 * quote().lastPaise)
    const away = { side: 'SELL', pricePaise: quote().lastPaise + 100 * SBIN.tickPaise } as const
    const [first, second] = [place(away), place(away)]
    time.advanceBy(10)
    expect([first.status, second.status]).toEqual(['open', 'rejected'])
    expect(first.marginPaise).toBe(0)
    expect(fundsOf(account, exchange.rules).availablePaise).toBeGreaterThan(0)
  })

  test('an open order blocks margin until it is cancelled', () => {
    const { exchange, time, account, quote, place } = setUp()
    const order = place({ pricePaise: quote().lastPaise - 50 * SBIN.tickPaise })
    time.advanceBy(10)
    expect(fundsOf(account, exchange.rules).utilisedPaise).toBe(Math.ceil((10 * order.pricePaise) / 5))
    cancelOrder(exchange, account, order.orderId)
    time.advanceBy(10)
    expect(fundsOf(account, exchange.rules).utilisedPaise).toBe(0)
  })
})
