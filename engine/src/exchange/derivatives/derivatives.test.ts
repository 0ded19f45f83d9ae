import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { DAY_MS, dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { openTestExchange, SBIN } from '../testing/open-test-exchange.ts'
import { contractDate, expiryDay, parseExpiry } from './expiries.ts'
import { futureFigures } from './future-figures.ts'
import { openInterest, readOpenInterest } from './open-interest.ts'
import { optionChain, putCallRatio } from './option-chain.ts'
import { listUnderlyings } from './underlyings.ts'

test.each([
  ['2026-11-16', 'NEAR', '23NOV26'],
  ['2026-11-16', 'NEXT', '29DEC26'],
  ['2026-11-24', 'NEAR', '29DEC26'],
  ['2026-12-30', 'FAR', '30MAR27'],
] as const)('on %s the %s contracts end on the last Tuesday or the trading day before: %s', (day, type, expected) => {
  const nowMs = indiaDayStartMs(dayNumberOf(day))
  expect(contractDate(expiryDay(assumeUnknownYears(INDIA_CALENDAR), nowMs, type))).toBe(expected)
})

test.each(['23NOV26', '31NOV2026'])('%j is no expiry', (text) => {
  expect(parseExpiry(text)).toBe(null)
})

test('options are valued by Black and Scholes: at the money half a share, calls and puts one share apart', () => {
  const { exchange } = openTestExchange()
  const stock = listUnderlyings(exchange).find(({ name }) => name === 'SBIN')!
  const chain = optionChain(stock, 30 * DAY_MS)
  const calls = chain.filter(({ type }) => type === 'CE')
  const puts = chain.filter(({ type }) => type === 'PE')
  expect([calls.length, puts.length]).toEqual([21, 21])
  for (const [index, call] of calls.entries()) {
    const put = puts[index]!
    expect(call.delta - put.delta).toBeCloseTo(1, 10)
    expect([call.gamma, call.vega]).toEqual([put.gamma, put.vega])
    expect(call.theta).toBeLessThan(put.theta)
    if (index > 0) expect(call.delta).toBeLessThan(calls[index - 1]!.delta)
  }
  const { lastPaise } = stock.book.quote
  const nearest = calls.toSorted(
    (left, right) => Math.abs(left.strikePaise - lastPaise) - Math.abs(right.strikePaise - lastPaise),
  )[0]!
  expect(nearest.delta).toBeGreaterThan(0.4)
  expect(nearest.delta).toBeLessThan(0.65)
  // 1.35 % a day are 21.4 % a year.
  expect(nearest.volatilityPercent).toBeCloseTo(21.4, 0)
  const sum = (options: typeof chain) => options.reduce((total, { volume }) => total + volume, 0)
  expect(sum(puts) / sum(calls)).toBeCloseTo(putCallRatio(stock), 1)
})

test('the history of open interest ends at the figure of now, wherever it begins', () => {
  const { exchange, time } = openTestExchange()
  const book = exchange.books.get(SBIN.token)!
  const fromMs = time.clock.nowMs() - 3_600_000
  const read = (startMs: number) =>
    readOpenInterest(exchange, book, 'NEAR', { interval: '5m', fromMs: startMs, toMs: time.clock.nowMs() })
  const rows = read(fromMs)
  expect(rows).toHaveLength(12)
  expect(rows.at(-1)!.contracts).toBe(openInterest(book.quote, 'NEAR').contracts)
  expect(read(time.clock.nowMs() - 600_000)).toEqual(rows.slice(-2))
})

test('a stock that closes at its high has gained contracts, one that has turned has lost some', () => {
  const { exchange } = openTestExchange({ instruments: NIFTY_50.slice(0, 2).concat(SBIN) })
  const { quote } = exchange.books.get(SBIN.token)!
  const interest = () => futureFigures(exchange, 'NEAR').find(({ tradingSymbol }) => tradingSymbol.startsWith('SBIN'))!
  Object.assign(quote, { previousClosePaise: 90_000, lowPaise: 90_000, highPaise: 93_000, lastPaise: 93_000 })
  expect(interest()).toMatchObject({ tradingSymbol: 'SBIN24NOV26FUT', changePercent: expect.closeTo(3.33, 2) })
  expect(interest().openInterestChange).toBeGreaterThan(0)
  quote.lastPaise = 90_500
  expect(interest().openInterestChange).toBeLessThan(0)
  expect(interest().lastPaise).toBeGreaterThan(quote.lastPaise)
})
