import { slipPrice } from '@trading-bot/core/fills/slip-price'
import { protectiveFill } from '@trading-bot/core/fills/protective-fill'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestExchange, SBIN } from '../../exchange/testing/open-test-exchange.ts'
import type { BrokerOrder, OrderRequest } from '../../ports.ts'
import { systemDrain } from '../../ports/system-drain.ts'
import { exchangePaperMarket } from './exchange-paper-market.ts'
import { paperBroker } from './paper-broker.ts'

const SLIPPAGE_BPS = 5

function openPaper(minute = 600) {
  const { exchange, time } = openTestExchange({ minute })
  const market = exchangePaperMarket(exchange)
  const broker = paperBroker({ cashPaise: 100_000_000, market, fillModel: { slippageBps: SLIPPAGE_BPS }, ...time })
  const received: BrokerOrder[] = []
  broker.watchOrders({ onOrder: (order) => received.push(order), onGap: () => {} })
  const startMs = time.clock.nowMs()
  const bars = simulateBars(exchange.market, SBIN, { fromMs: startMs, untilMs: startMs + 60 * MINUTE_MS })
  if (!bars.ok) throw new Error(bars.refusal.sentence)
  const request = (options: Partial<OrderRequest>): OrderRequest => ({
    clientId: 'a1',
    instrument: SBIN,
    side: 'BUY',
    quantity: 10,
    product: 'INTRADAY',
    purpose: 'ENTRY',
    price: { kind: 'MARKET', lastPaise: market.quoteOf(SBIN.token)!.lastPaise },
    decidedAtMs: time.clock.nowMs(),
    ...options,
  })
  return { broker, time, received, bars: bars.value, startMs, request, exchange }
}

test('a decision at a bar close fills at the next open plus slippage, however late in that bar it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 59_000 }), async (bar, lateMs) => {
      const { broker, time, received, bars, startMs, request, exchange } = openPaper()
      const decidedAtMs = startMs + bar * MINUTE_MS
      time.advanceTo(decidedAtMs + lateMs)
      for (const side of ['BUY', 'SELL'] as const) await broker.place(request({ clientId: side, side, decidedAtMs }))
      time.advanceTo(decidedAtMs + lateMs + MINUTE_MS)
      const open = bars.openPaise[bar]!
      expect(received.map(({ averagePaise }) => averagePaise)).toEqual([
        slipPrice('BUY', open, SLIPPAGE_BPS, SBIN.tickPaise),
        slipPrice('SELL', open, SLIPPAGE_BPS, SBIN.tickPaise),
      ])
      exchange.close()
    }),
    { numRuns: 12 },
  )
})

test('a waiting stop or target fills as in a backtest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('BUY', 'SELL'), fc.integer({ min: -15, max: 15 }), async (side, ticks) => {
      const { broker, time, received, bars, startMs, request, exchange } = openPaper()
      // Placed at the start of a bar, before its first trade.
      time.advanceTo(startMs + MINUTE_MS)
      const last = bars.closePaise[0]!
      const level = last + ticks * SBIN.tickPaise
      const isStop = side === 'SELL' ? ticks < 0 : ticks > 0
      const price = isStop
        ? ({ kind: 'STOP', triggerPaise: level } as const)
        : ({ kind: 'LIMIT', limitPaise: level } as const)
      fc.pre(ticks !== 0)
      await broker.place(request({ side, price, purpose: isStop ? 'STOP' : 'TARGET' }))
      time.advanceTo(startMs + 12 * MINUTE_MS)
      const never = { stopPaise: side === 'SELL' ? 0 : Infinity, targetPaise: side === 'SELL' ? Infinity : 0 }
      const levels = { ...never, ...(isStop ? { stopPaise: level } : { targetPaise: level }) }
      const protection = { side, ...levels, tickPaise: SBIN.tickPaise, slippageBps: SLIPPAGE_BPS } as const
      let expected: number | undefined
      for (let bar = 1; bar < 12 && expected === undefined; bar++) {
        const [open, high, low] = [bars.openPaise[bar]!, bars.highPaise[bar]!, bars.lowPaise[bar]!]
        expected = protectiveFill(protection, open, high, low)?.pricePaise
      }
      const filled = received.filter(({ state }) => state === 'COMPLETE')
      expect(filled.map(({ averagePaise }) => averagePaise)).toEqual(expected === undefined ? [] : [expected])
      exchange.close()
    }),
    { numRuns: 20 },
  )
})

test('an order still waiting at the end of the session is cancelled', async () => {
  const { broker, time, received, request } = openPaper()
  await broker.place(request({ price: { kind: 'LIMIT', limitPaise: 50_000 } }))
  time.advanceBy(61 * MINUTE_MS)
  expect(received).toMatchObject([{ state: 'CANCELLED', text: 'The session has ended.', filledQuantity: 0 }])
})

test('the same orders on the same market always give the same books', async () => {
  const run = async () => {
    const { broker, time, request } = openPaper()
    for (let order = 0; order < 20; order++) {
      await broker.place(request({ clientId: `o${order}`, side: order % 3 === 0 ? 'SELL' : 'BUY' }))
      await time.settleTo(time.clock.nowMs() + 17_000, systemDrain)
    }
    return JSON.stringify([
      await broker.orderBook(),
      await broker.tradeBook(),
      await broker.positions(),
      await broker.funds(),
    ])
  }
  expect(await run()).toBe(await run())
})

test('a second order under the same client id is a second order, as at a real broker', async () => {
  const { broker, request } = openPaper()
  await broker.place(request({}))
  await broker.place(request({}))
  const book = await broker.orderBook()
  expect(book.kind === 'answered' && book.value.map(({ clientId }) => clientId)).toEqual(['a1', 'a1'])
})

test('the row of an order that has ended is made once, however often the book is read', async () => {
  const { broker, time, request } = openPaper()
  await broker.place(request({ decidedAtMs: time.clock.nowMs() }))
  time.advanceBy(MINUTE_MS)
  const rowOf = async () => {
    const book = await broker.orderBook()
    return book.kind === 'answered' ? book.value[0] : undefined
  }
  expect(await rowOf()).toMatchObject({ state: 'COMPLETE', filledQuantity: 10 })
  expect(await rowOf()).toBe(await rowOf())
})
