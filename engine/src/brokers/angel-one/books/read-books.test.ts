import { expect, test } from 'vitest'
import { dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'
import { readFunds, readOrderBook, readPositions, readTradeBook } from './read-books.ts'

const ORDER = {
  variety: 'NORMAL',
  ordertype: 'LIMIT',
  producttype: 'INTRADAY',
  price: 194.0,
  quantity: '10',
  filledshares: '4',
  unfilledshares: '6',
  averageprice: 194.0525,
  transactiontype: 'BUY',
  symboltoken: '3045',
  ordertag: 'abc1',
  orderid: '201020000000080',
  text: '',
  status: 'open',
  orderstatus: 'open',
  updatetime: '20-Oct-2026 13:10:59',
  exchorderupdatetime: '',
}
const AT_MS = indiaDayStartMs(dayNumberOf('2026-10-20')) + (13 * 3_600 + 10 * 60 + 59) * 1_000

test('an order is parsed with its fields as numbers or as text', () => {
  const expected = {
    brokerOrderId: '201020000000080',
    clientId: 'abc1',
    token: '3045',
    side: 'BUY',
    quantity: 10,
    filledQuantity: 4,
    averagePaise: 19_405.25,
    state: 'WORKING',
    text: '',
    updatedMs: AT_MS,
  }
  expect(readOrderBook([ORDER])).toEqual([expected])
  const swapped = { ...ORDER, symboltoken: 3_045, quantity: 10, filledshares: 4, averageprice: '194.0525' }
  expect(readOrderBook([{ ...swapped, orderid: 201_020_000_000_080 }])).toEqual([expected])
})

test('only a known final status ends an order', () => {
  const stateOf = (orderstatus: string) => readOrderBook([{ ...ORDER, orderstatus, status: orderstatus }])?.[0]?.state
  const states = {
    complete: 'COMPLETE',
    cancelled: 'CANCELLED',
    rejected: 'REJECTED',
    'cancelled after market order': 'CANCELLED',
    REJECTED: 'REJECTED',
    open: 'WORKING',
    'open pending': 'WORKING',
    'trigger pending': 'WORKING',
    modified: 'WORKING',
    'modify pending': 'WORKING',
    'validation pending': 'WORKING',
    'after market order req received': 'WORKING',
    'some new word': 'WORKING',
    '': 'WORKING',
  }
  for (const [word, state] of Object.entries(states)) expect({ word, state: stateOf(word) }).toEqual({ word, state })
})

test('a rejection is explained', () => {
  const rejected = {
    ...ORDER,
    status: 'rejected',
    orderstatus: 'rejected',
    text: 'Insufficient Funds: available Rs. 1.00',
  }
  expect(readOrderBook([rejected])?.[0]?.text).toBe(
    'There is not enough money in your Angel One account for this order. (Insufficient Funds: available Rs. 1.00)',
  )
})

test('an empty answer is an empty book, and an unreadable one is no book', () => {
  for (const nothing of [null, undefined, '', []]) expect(readOrderBook(nothing)).toEqual([])
  const broken = [
    { ...ORDER, quantity: 'ten' },
    { ...ORDER, transactiontype: 'HOLD' },
    { ...ORDER, orderid: '' },
    7,
    null,
  ]
  for (const line of broken) expect(readOrderBook([ORDER, line])).toBe(null)
  for (const wrong of ['oops', 7, {}, true]) expect(readOrderBook(wrong)).toBe(null)
})

test('trade times are placed on the current day', () => {
  const trade = {
    transactiontype: 'SELL',
    fillprice: '176.10',
    fillsize: '5',
    orderid: '1',
    fillid: 22_220,
    filltime: '13:10:59',
  }
  const read = readTradeBook([trade], AT_MS + 5_000)
  expect(read).toEqual([
    { tradeId: '22220', brokerOrderId: '1', side: 'SELL', quantity: 5, pricePaise: 17_610, atMs: AT_MS },
  ])
  expect(readTradeBook([{ ...trade, filltime: '25:00:00' }], AT_MS)).toBe(null)
})

test('positions are exact to the paisa, without those of other products', () => {
  const row = {
    symboltoken: '3045',
    producttype: 'INTRADAY',
    buyqty: '10',
    sellqty: 0,
    buyamount: '8,012.55',
    sellamount: '- 0.00',
  }
  expect(readPositions([row, { ...row, producttype: 'CARRYFORWARD' }])).toEqual([
    {
      token: '3045',
      product: 'INTRADAY',
      buyQuantity: 10,
      sellQuantity: 0,
      buyValuePaise: 801_255,
      sellValuePaise: 0,
    },
  ])
  expect(readPositions([{ ...row, buyqty: '' }])).toBe(null)
})

test('funds without a figure are unknown, not zero', () => {
  expect(readFunds({ availablecash: '1234.50', utiliseddebits: '0.00' })).toEqual({
    availablePaise: 123_450,
    utilisedPaise: 0,
  })
  for (const broken of [
    null,
    {},
    { availablecash: null, utiliseddebits: '0' },
    { availablecash: 'n/a', utiliseddebits: '0' },
  ]) {
    expect(readFunds(broken)).toBe(null)
  }
})
