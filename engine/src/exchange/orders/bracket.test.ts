import { expect, test } from 'vitest'
import { fundsOf } from '../risk/funds-of.ts'
import { openAccount } from '../accounts/open-account.ts'
import { playTick } from '../market/play-tick.ts'
import { openTestExchange, SBIN, TICKET } from '../testing/open-test-exchange.ts'
import type { OrderTicket } from '../state/exchange-order.ts'
import { placeOrder } from './place-order.ts'

const BRACKET = { targetPaise: 500, stopPaise: 300, trailPaise: 0 }

function setUp(ticket: Partial<OrderTicket> = {}) {
  const { exchange, time } = openTestExchange()
  const account = openAccount(exchange)
  const book = exchange.books.get(SBIN.token)!
  const robo = { ...TICKET, variety: 'ROBO', product: 'BO', kind: 'MARKET', quantity: 1, bracket: BRACKET } as const
  const placed = placeOrder(exchange, account, { ...robo, ...ticket })
  if (!placed.ok) throw new Error(placed.message)
  time.advanceBy(20)
  const entry = placed.value
  const legs = () => [...account.orders.values()].filter(({ parentOrderId }) => parentOrderId === entry.orderId)
  /** A trade of the tape, large enough for every order. */
  const trade = (pricePaise: number, quantity = 1_000) => {
    playTick(exchange, book, { atMs: time.clock.nowMs(), pricePaise, quantity })
  }
  return { exchange, time, account, entry, legs, trade }
}

test.each([
  ['BUY', 1],
  ['SELL', -1],
] as const)(
  'a filled %s entry places its target and its stop, which need no margin of their own',
  (side, direction) => {
    const { exchange, account, entry, legs } = setUp({ side })
    expect(entry.status).toBe('complete')
    const { utilisedPaise } = fundsOf(account, exchange.rules)
    const exit = { side: side === 'BUY' ? 'SELL' : 'BUY', variety: 'ROBO', product: 'BO', quantity: 1 }
    const price = entry.filledValuePaise
    expect(legs()).toMatchObject([
      { ...exit, kind: 'LIMIT', status: 'open', pricePaise: price + direction * 500 },
      { ...exit, kind: 'STOPLOSS_MARKET', status: 'trigger pending', triggerPaise: price - direction * 300 },
    ])
    expect(utilisedPaise).toBe(Math.ceil(price / 5))
  },
)

test('the target that fills cancels the stop', () => {
  const { account, legs, trade } = setUp()
  const [target, stop] = legs()
  trade(target!.pricePaise)
  expect([target!.status, stop!.status]).toEqual(['complete', 'cancelled'])
  expect(stop!.text).toContain('other leg')
  trade(stop!.triggerPaise)
  expect(account.positions.get(`${SBIN.token}:BO`)).toMatchObject({ buyQuantity: 1, sellQuantity: 1 })
})

test('the stop that fills cancels the target', () => {
  const { legs, trade } = setUp()
  const [target, stop] = legs()
  trade(stop!.triggerPaise)
  expect([target!.status, stop!.status]).toEqual(['cancelled', 'complete'])
})

test('a target that fills in part leaves the stop for the rest only', () => {
  const { account, legs, trade } = setUp({ quantity: 5 })
  const [target, stop] = legs()
  const filled = target!.quantity - 1
  expect(filled).toBeGreaterThan(0)
  trade(target!.pricePaise, filled)
  expect([target!.filledQuantity, stop!.quantity]).toEqual([filled, 1])
  trade(stop!.triggerPaise)
  expect([target!.status, stop!.status]).toEqual(['cancelled', 'complete'])
  const { buyQuantity, sellQuantity } = account.positions.get(`${SBIN.token}:BO`)!
  expect([buyQuantity, sellQuantity]).toEqual([5, 5])
})

test('a stop with a trail follows the price in whole steps and never back', () => {
  const { entry, legs, trade } = setUp({ bracket: { ...BRACKET, targetPaise: 5_000, trailPaise: 100 } })
  const price = entry.filledValuePaise
  const [, stop] = legs()
  trade(price + 250)
  expect(stop!.triggerPaise).toBe(price - 300 + 200)
  trade(price + 150)
  expect(stop!.triggerPaise).toBe(price - 100)
  trade(price - 100)
  expect(stop!.status).toBe('complete')
})
