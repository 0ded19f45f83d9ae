import { dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { openAccount } from '../accounts/open-account.ts'
import { openTestExchange, SBIN, TICKET } from '../testing/open-test-exchange.ts'
import { cancelOrder } from './cancel-order.ts'
import type { OrderTicket } from '../state/exchange-order.ts'
import { modifyOrder } from './modify-order.ts'
import { placeOrder } from './place-order.ts'

const HOUR_MS = 3_600_000
const MONDAY = '2026-11-16'
const OPEN_MS = indiaDayStartMs(dayNumberOf(MONDAY)) + (9 * 60 + 15) * 60_000

function setUp(day: string, minute: number) {
  const { exchange, time } = openTestExchange({ hours: 'nse', day, minute })
  const account = openAccount(exchange)
  const events: string[] = []
  exchange.orderListeners.add(({ what }) => events.push(what))
  const place = (ticket: Partial<OrderTicket> = {}) => {
    const placed = placeOrder(exchange, account, { ...TICKET, kind: 'MARKET', ...ticket })
    if (!placed.ok) throw new Error(placed.message)
    time.advanceBy(10)
    return placed.value
  }
  return { exchange, time, account, events, place }
}

test.each([
  ['AMO', 'in the evening', '2026-11-13', 17 * 60],
  ['NORMAL', 'on a Sunday', '2026-11-15', 11 * 60],
  ['NORMAL', 'before nine', MONDAY, 8 * 60],
] as const)('an order of variety %s %s is kept and sent when the next session opens', (variety, _, day, minute) => {
  const { time, events, account, place } = setUp(day, minute)
  const order = place({ variety })
  expect([order.status, order.variety]).toEqual(['after market order req received', variety])
  time.advanceBy(OPEN_MS - 1_000 - time.clock.nowMs())
  expect(account.orders.get(order.orderId)).toMatchObject({ status: 'after market order req received' })
  time.advanceBy(HOUR_MS / 60)
  expect(order).toMatchObject({ status: 'complete', filledQuantity: 10 })
  expect(events.slice(0, 2)).toEqual(['after market order req received', 'open'])
})

test('a kept order is changed and cancelled without being sent', () => {
  const { exchange, time, account, events, place } = setUp(MONDAY, 8 * 60)
  const order = place({ kind: 'LIMIT', pricePaise: SBIN.basePaise })
  const change = {
    kind: 'LIMIT',
    duration: 'DAY',
    pricePaise: SBIN.basePaise - 500,
    triggerPaise: 0,
    quantity: 7,
  } as const
  modifyOrder(exchange, account, order.orderId, change)
  time.advanceBy(10)
  expect(order).toMatchObject({ status: 'modify after market order req received', quantity: 7 })
  cancelOrder(exchange, account, order.orderId)
  time.advanceBy(2 * HOUR_MS)
  expect(events.slice(1)).toEqual(['modify after market order req received', 'cancelled after market order'])
  expect(account.openOrders.size).toBe(0)
})

test('what the exchange does not take is rejected when it is sent', () => {
  const { time, place } = setUp(MONDAY, 8 * 60)
  const order = place({ variety: 'AMO', kind: 'LIMIT', pricePaise: SBIN.basePaise + 1 })
  time.advanceBy(2 * HOUR_MS)
  expect(order).toMatchObject({ status: 'rejected', text: expect.stringContaining('16283') })
})

test('during the session an order of variety AMO is rejected, and a bracket order never waits for one', () => {
  expect(setUp(MONDAY, 11 * 60).place({ variety: 'AMO' })).toMatchObject({
    status: 'rejected',
    text: 'RMS:Rule: Admin stopped AMO',
  })
  const bracket = { targetPaise: 500, stopPaise: 500, trailPaise: 0 }
  const order = setUp(MONDAY, 8 * 60).place({ variety: 'ROBO', product: 'BO', bracket })
  expect(order.text).toContain('16000')
})
