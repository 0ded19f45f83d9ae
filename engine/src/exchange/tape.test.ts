import { type Interval, INTERVAL_MS } from '@trading-bot/core/intervals/interval'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateSplits } from '@trading-bot/core/simulated-market/simulate-splits'
import { dayNumberOf } from '@trading-bot/core/time'
import { describe, expect, test } from 'vitest'
import { openAccount } from './accounts/open-account.ts'
import { depthOf } from './matching/depth-of.ts'
import { priceBand } from './state/price-band.ts'
import { listInstrument } from './market/list-instrument.ts'
import { quoteAt } from './market/quote-at.ts'
import { CANDLE_INTERVALS, readCandles } from './market/read-candles.ts'
import { openTestExchange, SBIN } from './testing/open-test-exchange.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe('the tape', () => {
  test.each(['demo', 'nse'] as const)(
    'a quote updated since the %s morning equals one computed at that instant',
    (hours) => {
      const { exchange, time } = openTestExchange({ hours, minute: 9 * 60 })
      time.advanceBy(65 * MINUTE_MS + 1_234)
      // Sequence and yearly extremes depend on what happened since the exchange opened.
      const seenSince = {
        sequence: expect.anything(),
        yearLowPaise: expect.anything(),
        yearHighPaise: expect.anything(),
      }
      const computed = quoteAt(exchange.market, SBIN, time.clock.nowMs())
      expect(exchange.books.get(SBIN.token)!.quote).toEqual({ ...computed, ...seenSince })
    },
  )

  test('an instrument that is listed later trades from the minute after the next, like one listed from the start', () => {
    const tcs = NIFTY_50.find(({ symbol }) => symbol === 'TCS-EQ')!
    const { exchange, time } = openTestExchange({ minute: 9 * 60, instruments: [SBIN] })
    time.advanceBy(MINUTE_MS + 1_234)
    listInstrument(exchange, tcs)
    listInstrument(exchange, tcs)
    const book = exchange.books.get(tcs.token)!
    expect(book.quote).toEqual(quoteAt(exchange.market, tcs, time.clock.nowMs()))
    time.advanceBy(3 * MINUTE_MS)
    const { lastPaise, lastMs, dayVolume } = quoteAt(exchange.market, tcs, time.clock.nowMs())
    expect(exchange.books.get(tcs.token)).toBe(book)
    expect(book.quote).toMatchObject({ lastPaise, lastMs, dayVolume })
  })

  test('a new day starts at India midnight with yesterday’s last price as previous close', () => {
    const { exchange, time } = openTestExchange({ minute: 24 * 60 - 1 })
    time.advanceBy(MINUTE_MS - 1)
    const book = exchange.books.get(SBIN.token)!
    const { lastPaise: last, dayVolume: yesterday } = book.quote
    time.advanceBy(MINUTE_MS)
    expect(book.quote.previousClosePaise).toBe(last)
    expect(book.quote.dayVolume).toBeLessThan(yesterday / 50)
  })

  test('on an ex-day the previous close and holdings are in the new shares, running or computed', () => {
    const stock = NIFTY_50.find(({ symbol }) => symbol === 'LT-EQ')!
    const range = { fromMs: Date.parse('2026-08-01T00:00:00Z'), untilMs: Date.parse('2026-08-09T00:00:00Z') }
    const splits = simulateSplits({ seed: 2_026, hours: 'demo' }, stock, range)
    expect(splits).toMatchObject({ value: [{ exDay: dayNumberOf('2026-08-03'), factor: 0.5 }] })
    const { exchange, time } = openTestExchange({ day: '2026-08-02', minute: 24 * 60 - 1, instruments: [stock] })
    const account = openAccount(exchange, { cashPaise: 0 })
    account.holdings.set(stock.token, { instrument: stock, quantity: 11, costPaise: 1_000_000 })
    time.advanceBy(MINUTE_MS - 1)
    const { quote } = exchange.books.get(stock.token)!
    const { lastPaise, yearLowPaise } = quote
    time.advanceBy(MINUTE_MS)
    expect(quote.previousClosePaise).toBe(2 * lastPaise)
    expect(quote.yearLowPaise).toBe(2 * yearLowPaise)
    expect(Math.abs(quote.openPaise / quote.previousClosePaise - 1)).toBeLessThan(0.02)
    expect(account.holdings.get(stock.token)).toMatchObject({ quantity: 5, costPaise: 1_000_000 })
    const { previousClosePaise, sharesFactor } = quoteAt(exchange.market, stock, time.clock.nowMs())
    expect({ previousClosePaise, sharesFactor }).toEqual({
      previousClosePaise: quote.previousClosePaise,
      sharesFactor: quote.sharesFactor,
    })
  })

  test('after the machine slept for hours the tape continues from now instead of replaying them', () => {
    const { exchange, time } = openTestExchange()
    let ticks = 0
    exchange.tickListeners.add(() => ticks++)
    const skipped = { ...time.clock }
    let shiftMs = 0
    Object.assign(time.clock, { nowMs: () => skipped.nowMs() + shiftMs })
    shiftMs = 3 * HOUR_MS
    time.advanceBy(20_000)
    expect(ticks).toBeLessThan(40)
    const { sequence: _, ...ran } = exchange.books.get(SBIN.token)!.quote
    const { sequence: __, ...computed } = quoteAt(exchange.market, SBIN, time.clock.nowMs())
    expect(ran).toEqual(computed)
  })

  test('closing the exchange stops its ticks', () => {
    const { exchange, time } = openTestExchange()
    exchange.close()
    expect(time.pendingTimers()).toBe(0)
  })

  test('depth surrounds the last price, best first, within the price band and the yearly range', () => {
    const { exchange, time } = openTestExchange()
    time.advanceBy(MINUTE_MS)
    const book = exchange.books.get(SBIN.token)!
    const last = book.quote.lastPaise
    const prices = (side: 'BUY' | 'SELL') => depthOf(book, side).map((level) => level.pricePaise)
    expect(prices('BUY')).toEqual([1, 2, 3, 4, 5].map((step) => last - step * SBIN.tickPaise))
    expect(prices('SELL')).toEqual([1, 2, 3, 4, 5].map((step) => last + step * SBIN.tickPaise))
    const band = priceBand(book)
    expect(band.lowerPaise).toBeLessThanOrEqual(Math.ceil(book.quote.previousClosePaise * 0.9) + SBIN.tickPaise)
    expect(band.upperPaise).toBeGreaterThan(book.quote.highPaise)
    const { yearLowPaise, yearHighPaise, lowPaise, highPaise } = book.quote
    expect(yearLowPaise).toBeLessThanOrEqual(lowPaise)
    expect(yearHighPaise).toBeGreaterThanOrEqual(highPaise)
    expect(yearHighPaise / yearLowPaise).toBeGreaterThan(1.05)
  })
})

describe('candles', () => {
  const { exchange, time } = openTestExchange({ minute: 12 * 60 })
  const book = exchange.books.get(SBIN.token)!
  const read = (interval: Interval, fromMs: number, toMs: number) =>
    readCandles(exchange, book, interval, { fromMs, toMs })

  test('show the current minute so far and nothing of the future', () => {
    const fromMs = time.clock.nowMs()
    const prices: number[] = []
    const listen = (ticked: typeof book) => void (ticked === book && prices.push(book.quote.lastPaise))
    exchange.tickListeners.add(listen)
    time.advanceBy(31_000)
    exchange.tickListeners.delete(listen)
    const candles = read('1m', fromMs, fromMs + HOUR_MS)
    expect(candles).toHaveLength(1)
    expect(candles[0]).toMatchObject({
      startMs: fromMs,
      openPaise: prices[0],
      highPaise: Math.max(...prices),
      lowPaise: Math.min(...prices),
      closePaise: prices.at(-1),
    })
    expect(read('1m', fromMs + MINUTE_MS, fromMs + HOUR_MS)).toEqual([])
  })

  test.each(Object.entries(CANDLE_INTERVALS))('%s bars aggregate the minutes inside them', (_, interval) => {
    const toMs = time.clock.nowMs() - HOUR_MS
    const fromMs = toMs - 30 * HOUR_MS
    const wide = read(interval, fromMs, toMs)
    expect(wide.length).toBeGreaterThan(0)
    for (const candle of wide.slice(0, 5)) {
      const untilMs = Math.min(candle.startMs + INTERVAL_MS[interval], time.clock.nowMs())
      const inside = read('1m', candle.startMs, untilMs - 1)
      expect(candle).toEqual({
        startMs: candle.startMs,
        openPaise: inside[0]!.openPaise,
        highPaise: Math.max(...inside.map((bar) => bar.highPaise)),
        lowPaise: Math.min(...inside.map((bar) => bar.lowPaise)),
        closePaise: inside.at(-1)!.closePaise,
        volume: inside.reduce((sum, bar) => sum + bar.volume, 0),
      })
    }
  })

  test('NSE bars are aligned to 09:15, and a daily bar starts at midnight', () => {
    const nse = openTestExchange({ hours: 'nse', minute: 12 * 60 })
    const nseBook = nse.exchange.books.get(SBIN.token)!
    const now = nse.time.clock.nowMs()
    const hours = readCandles(nse.exchange, nseBook, '1h', { fromMs: now - 12 * HOUR_MS, toMs: now })
    expect(hours.map((bar) => (bar.startMs - now) / MINUTE_MS)).toEqual([-165, -105, -45])
    const days = readCandles(nse.exchange, nseBook, '1d', { fromMs: now - 72 * HOUR_MS, toMs: now })
    expect(days.map((bar) => (bar.startMs - now) / HOUR_MS)).toEqual([-84, -12])
  })
})
