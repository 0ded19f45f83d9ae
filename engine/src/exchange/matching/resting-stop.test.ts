// A stop at the simulated exchange: its change into a limit order, its end with continuous trading, the square-off.
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { fundsOf } from '../risk/funds-of.ts'
import { openAccount } from '../accounts/open-account.ts'
import type { ExchangeOrder, OrderTicket } from '../state/exchange-order.ts'
import { modifyOrder } from '../orders/modify-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { openTestExchange, SBIN, TICKET } from '../testing/open-test-exchange.ts'

const QUARTER_PAST_THREE = 15 * 60 + 15
const PLAIN = { ...NIFTY_50[0]!, hasDerivatives: false }

function setUp(options: Parameters<typeof openTestExchange>[0] = {}, instrument = SBIN) {
  const { exchange, time } = openTestExchange({ instruments: [instrument], ...options })
  const account = openAccount(exchange, { cashPaise: 100_000_000 })
  const { quote } = exchange.books.get(instrument.token)!
  const onTick = (paise: number) => Math.round(paise / instrument.tickPaise) * instrument.tickPaise
  const place = (ticket: Partial<OrderTicket>): ExchangeOrder => {
    const placed = placeOrder(exchange, account, {
      ...TICKET,
      tradingSymbol: instrument.symbol,
      token: instrument.token,
      kind: 'MARKET',
      tag: 'ours',
      ...ticket,
    })
    if (!placed.ok) throw new Error(placed.message)
    time.advanceBy(10)
    return placed.value
  }
  const placeStop = (share = 0.96, distance = 0.025) => {
    const triggerPaise = onTick(quote.lastPaise * share)
    const pricePaise = onTick(triggerPaise * (1 - distance))
    return place({ variety: 'STOPLOSS', side: 'SELL', kind: 'STOPLOSS_LIMIT', triggerPaise, pricePaise })
  }
  const minuteIs = (minute: number) => time.advanceTo(time.clock.nowMs() + (minute - nowMinute()) * MINUTE_MS)
  const nowMinute = () => (time.clock.nowMs() / MINUTE_MS + 330) % 1_440
  const net = () => {
    const position = account.positions.get(`${instrument.token}:INTRADAY`)
    return position ? position.buyQuantity - position.sellQuantity : 0
  }
  return { exchange, account, time, quote, onTick, place, placeStop, minuteIs, net }
}

test('a resting stop becomes a limit order by modification, keeps its id and needs no margin', () => {
  const { exchange, account, time, quote, onTick, place, placeStop, net } = setUp()
  place({})
  const before = fundsOf(account, exchange.rules).availablePaise
  const stop = placeStop()
  expect(stop.status).toBe('trigger pending')
  expect(fundsOf(account, exchange.rules).availablePaise).toBe(before)
  const change = { kind: 'LIMIT', duration: 'DAY', triggerPaise: 0, quantity: 10 } as const
  const modified = modifyOrder(exchange, account, stop.orderId, {
    ...change,
    pricePaise: onTick(quote.lastPaise * 0.997),
  })
  expect(modified).toMatchObject({ ok: true, value: { orderId: stop.orderId } })
  time.advanceBy(MINUTE_MS)
  expect(stop).toMatchObject({ status: 'complete', kind: 'LIMIT', variety: 'STOPLOSS', filledQuantity: 10 })
  expect(account.orders.size).toBe(2)
  expect(net()).toBe(0)
})

test('a stop whose limit is further from its trigger than NSE allows is rejected', () => {
  const { place, placeStop } = setUp()
  place({})
  expect(placeStop(0.96, 0.025).status).toBe('trigger pending')
  expect(placeStop(0.96, 0.04)).toMatchObject({ status: 'rejected', text: expect.stringMatching(/^LPP/) })
})

test('resting stops are cancelled when continuous trading ends, at 15:15 for stocks with a closing auction', () => {
  const rules = { squareOffMinute: null }
  const auction = setUp({ hours: 'nse', minute: 15 * 60, rules })
  auction.place({})
  const stop = auction.placeStop()
  auction.minuteIs(QUARTER_PAST_THREE - 1)
  expect(stop.status).toBe('trigger pending')
  auction.minuteIs(QUARTER_PAST_THREE)
  expect(stop).toMatchObject({ status: 'cancelled', filledQuantity: 0 })
  expect(auction.net()).toBe(10)
  const plain = setUp({ hours: 'nse', minute: 15 * 60, rules }, PLAIN)
  plain.place({})
  const other = plain.placeStop()
  plain.minuteIs(15 * 60 + 29)
  expect(other.status).toBe('trigger pending')
  plain.minuteIs(15 * 60 + 30)
  expect(other.status).toBe('cancelled')
})

test('the broker squares off intraday positions at 15:15 with untagged orders, after cancelling the open ones', () => {
  const { place, placeStop, minuteIs, net, account, time } = setUp({ hours: 'nse', minute: 15 * 60 }, PLAIN)
  place({})
  const stop = placeStop()
  minuteIs(QUARTER_PAST_THREE - 1)
  expect([stop.status, net()]).toEqual(['trigger pending', 10])
  minuteIs(QUARTER_PAST_THREE)
  time.advanceBy(MINUTE_MS)
  expect(stop).toMatchObject({ status: 'cancelled', text: expect.stringMatching(/by the broker/) })
  expect(net()).toBe(0)
  const own = [...account.orders.values()].filter(({ tag }) => tag === '')
  expect(own).toMatchObject([{ side: 'SELL', quantity: 10, product: 'INTRADAY', status: 'complete' }])
})

test('where continuous trading ends at 15:15 the broker squares off five minutes before, shorts by buying', () => {
  const { place, minuteIs, net, account, time } = setUp({ hours: 'nse', minute: 15 * 60 })
  place({ side: 'SELL' })
  minuteIs(QUARTER_PAST_THREE - 6)
  expect(net()).toBe(-10)
  minuteIs(QUARTER_PAST_THREE - 5)
  time.advanceBy(MINUTE_MS)
  expect(net()).toBe(0)
  expect([...account.orders.values()].filter(({ tag }) => tag === '')).toHaveLength(1)
})

test('deliveries, and every position of the demo market, are left alone', () => {
  const delivery = setUp({ hours: 'nse', minute: 15 * 60 })
  delivery.place({ product: 'DELIVERY' })
  delivery.minuteIs(QUARTER_PAST_THREE)
  expect(delivery.account.positions.get(`${SBIN.token}:DELIVERY`)?.sellQuantity).toBe(0)
  const demo = setUp({ minute: 15 * 60 })
  demo.place({})
  demo.minuteIs(15 * 60 + 30)
  expect(demo.net()).toBe(10)
})
