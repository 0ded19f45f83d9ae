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

test('an order is parsed with its fields as numbers or as text, without fills also without an average price', () => {
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
    product: 'INTRADAY',
    limitPaise: 19_400,
  }
  expect(readOrderBook([ORDER])).toEqual([expected])
  const swapped = { ...ORDER, symboltoken: 3_045, quantity: 10, filledshares: 4, averageprice: '194.0525' }
  expect(readOrderBook([{ ...swapped, orderid: 201_020_000_000_080 }])).toEqual([expected])
  const unfilled = readOrderBook([{ ...ORDER, filledshares: '0', averageprice: null }])
  expect(unfilled).toMatchObject([{ state: 'WORKING', filledQuantity: 0, averagePaise: 0 }])
})

test('only a known final status ends an order, and a rejection is explained', () => {
  const stateOf = (orderstatus: string) => readOrderBook([{ ...ORDER, orderstatus, status: orderstatus }])?.[0]?.state
  const states = {
    complete: 'COMPLETE',
    cancelled: 'CANCELLED',
    rejected: 'REJECTED',
    'cancelled after market order': 'CANCELLED',
    REJECTED: 'REJECTED',
    open: 'WORKING',
    'open pending': 'WORKING',
    'trigger pending': 'RESTING',
    'Trigger Pending': 'RESTING',
    modified: 'WORKING',
    'modify pending': 'WORKING',
    'validation pending': 'WORKING',
    'after market order req received': 'WORKING',
    'some new word': 'WORKING',
    '': 'WORKING',
  }
  for (const [word, state] of Object.entries(states)) expect({ word, state: stateOf(word) }).toEqual({ word, state })
  const rejected = { ...ORDER, status: 'rejected', orderstatus: 'rejected', text: 'Insufficient Funds: available 1.00' }
  expect(readOrderBook([rejected])?.[0]?.text).toMatch(/^There is not enough money/)
})

test('an empty answer is an empty book, and an unreadable one is no book', () => {
  for (const nothing of [null, undefined, '', []]) {
    expect([readOrderBook(nothing), readTradeBook(nothing, AT_MS), readPositions(nothing)]).toEqual([[], [], []])
  }
  for (const wrong of ['oops', 7, {}, true]) {
    expect([readOrderBook(wrong), readTradeBook(wrong, AT_MS), readPositions(wrong)]).toEqual([null, null, null])
  }
})

test('an unreadable row spoils only itself, and keeps what could be read of its ids and token', () => {
  const ids = { brokerOrderId: '201020000000080', clientId: 'abc1', token: '3045' }
  const none = { brokerOrderId: '', clientId: '', token: '' }
  const broken = [
    [{ ...ORDER, quantity: 'ten' }, ids],
    [{ ...ORDER, transactiontype: 'HOLD' }, ids],
    [{ ...ORDER, averageprice: null }, ids],
    [
      { ...ORDER, filledshares: null, ordertag: null },
      { ...ids, clientId: '' },
    ],
    [
      { ...ORDER, orderid: '' },
      { ...ids, brokerOrderId: '' },
    ],
    [{ ...ORDER, orderid: null, symboltoken: null, ordertag: null }, none],
    [7, none],
    [null, none],
  ] as const
  for (const [line, read] of broken) {
    const book = readOrderBook([ORDER, line])
    expect(book).toMatchObject([{ state: 'WORKING' }, { ...read, state: 'UNREADABLE', quantity: 0, filledQuantity: 0 }])
  }
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
  expect(readTradeBook([{ ...trade, filltime: '25:00:00' }, trade, null], AT_MS + 5_000)).toEqual(read)
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
})

test('an unreadable position makes its own token unknown, and without a token all of them', () => {
  const row = { symboltoken: '3045', producttype: 'INTRADAY', buyqty: 10, sellqty: 0, buyamount: 1, sellamount: 0 }
  const other = { ...row, symboltoken: '1594' }
  for (const broken of [
    { ...other, buyqty: '' },
    { ...other, sellamount: null },
    { ...other, producttype: null },
  ]) {
    const read = readPositions([row, broken])
    expect(read).toMatchObject([
      { token: '3045', buyQuantity: 10 },
      { token: '1594', isReadable: false },
    ])
    expect(read?.[0]).not.toHaveProperty('isReadable')
  }
  expect(readPositions([row, { ...other, symboltoken: null }])).toBe(null)
  expect(readPositions([row, null])).toBe(null)
})

test('a position converted to delivery is returned under its product', () => {
  const row = { symboltoken: '3045', buyqty: 10, sellqty: 0, buyamount: 1, sellamount: 0 }
  const read = readPositions([
    { ...row, producttype: 'INTRADAY', buyqty: 0 },
    { ...row, producttype: 'DELIVERY' },
  ])
  expect(read?.map(({ product, buyQuantity }) => [product, buyQuantity])).toEqual([
    ['INTRADAY', 0],
    ['DELIVERY', 10],
  ])
})

test('available funds are already net of the utilised margin and include pledged shares', () => {
  const rms = { net: '51000.25', availablecash: '51000.25', collateral: '40000.00', utiliseddebits: '9000.75' }
  expect(readFunds(rms)).toEqual({ availablePaise: 5_100_025, utilisedPaise: 900_075 })
  expect(readFunds({ ...rms, availablecash: '- 120.50' })).toMatchObject({ availablePaise: -12_050 })
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
