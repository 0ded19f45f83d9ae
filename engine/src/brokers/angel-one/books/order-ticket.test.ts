import { expect, test } from 'vitest'
import type { OrderRequest } from '../../../ports.ts'
import { cancelOf, changeOf, ticketOf } from './order-ticket.ts'

const STOP: OrderRequest = {
  clientId: 'a1',
  instrument: { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 },
  side: 'SELL',
  quantity: 10,
  product: 'INTRADAY',
  purpose: 'PROTECT',
  price: { kind: 'STOP', triggerPaise: 79_200 },
  decidedAtMs: 0,
}

test('a stop is sent as STOPLOSS_LIMIT with its limit 2.5 % beyond the trigger, never as a market order', () => {
  expect(ticketOf(STOP)).toMatchObject({
    variety: 'STOPLOSS',
    ordertype: 'STOPLOSS_LIMIT',
    triggerprice: '792.00',
    price: '772.20',
  })
  expect(ticketOf({ ...STOP, side: 'BUY' })).toMatchObject({ triggerprice: '792.00', price: '811.80' })
})

test('a market order is sent as a limit half a percent away, on a tick, with its tag', () => {
  const market = { ...STOP, price: { kind: 'MARKET', lastPaise: 80_011 } } as const
  const sent = { variety: 'NORMAL', ordertype: 'LIMIT', duration: 'DAY', ordertag: 'a1', triggerprice: '0' }
  expect(ticketOf(market)).toMatchObject({ ...sent, price: '796.15' })
  expect(ticketOf({ ...market, side: 'BUY' })).toMatchObject({ ...sent, price: '804.10' })
})

test('a stop becomes a limit order under the variety that it was placed with', () => {
  const placed = { brokerOrderId: '201020000000080', request: STOP }
  const change = { quantity: 7, price: { kind: 'LIMIT', limitPaise: 78_900 } } as const
  expect(changeOf(placed, change)).toMatchObject({
    variety: 'STOPLOSS',
    orderid: '201020000000080',
    ordertype: 'LIMIT',
    price: '789.00',
    triggerprice: '0',
    quantity: '7',
  })
  expect(cancelOf(placed)).toEqual({ variety: 'STOPLOSS', orderid: '201020000000080' })
})
