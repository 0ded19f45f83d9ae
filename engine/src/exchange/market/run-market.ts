import { simulateTicks, type SimulatedTick } from '@trading-bot/core/simulated-market/simulate-ticks'
import { indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import type { Cancel } from '../../ports/timers.ts'
import { sendAfterMarketOrders } from '../orders/after-market.ts'
import { withdrawOrder } from '../orders/cancel-order.ts'
import type { Exchange } from '../state/exchange.ts'
import type { OrderBook } from '../state/order-book.ts'
import { segmentOf } from './bse-listings.ts'
import { playTick } from './play-tick.ts'
import { quoteAt } from './quote-at.ts'
import { rollDay } from '../accounts/roll-day.ts'
import { squareOff } from '../accounts/square-off.ts'

type BookTick = { readonly book: OrderBook; readonly tick: SimulatedTick }

// After the machine slept, missed hours are skipped and the market continues from the current time.
const LONGEST_LAG_MS = 5 * MINUTE_MS

/** Plays the simulated market in time: every tick updates its quote, matches waiting orders and is published. */
export function runMarket(exchange: Exchange): Cancel {
  let minuteMs = minuteOf(exchange.clock.nowMs())
  let minute = tickLoader(exchange, exchange.clock.nowMs() + 1, minuteMs + MINUTE_MS)
  let waiting = minute.all()
  minute = tickLoader(exchange, minuteMs + MINUTE_MS, minuteMs + 2 * MINUTE_MS)
  let index = 0
  let cancel: Cancel = () => {}
  const playing = new Set(exchange.books.values())

  const schedule = () => {
    const dueMs = waiting[index]?.tick.atMs ?? minuteMs + MINUTE_MS
    cancel = exchange.timers.after(Math.max(0, dueMs - exchange.clock.nowMs()), step)
  }
  const beginMinute = (atMs: number) => {
    minuteMs = atMs
    // A book that was opened meanwhile has heard no tick yet: it begins with what it missed.
    for (const book of minute.books) {
      if (!playing.has(book)) book.quote = quoteAt(exchange.market, book.quote.instrument, atMs - 1)
      playing.add(book)
    }
    startMinute(exchange, atMs)
    waiting = minute.all()
    index = 0
    minute = tickLoader(exchange, minuteMs + MINUTE_MS, minuteMs + 2 * MINUTE_MS)
  }
  const step = () => {
    const nowMs = exchange.clock.nowMs()
    if (nowMs - minuteMs > LONGEST_LAG_MS) {
      for (const book of playedBooks(exchange)) book.quote = quoteAt(exchange.market, book.quote.instrument, nowMs)
      minute = tickLoader(exchange, nowMs + 1, minuteOf(nowMs) + MINUTE_MS)
      beginMinute(minuteOf(nowMs))
    }
    for (let next = waiting[index]; next && next.tick.atMs <= nowMs; next = waiting[index]) {
      index++
      playTick(exchange, next.book, next.tick)
    }
    if (nowMs >= minuteMs + MINUTE_MS) beginMinute(minuteMs + MINUTE_MS)
    else minute.loadOne()
    schedule()
  }
  schedule()
  return () => cancel()
}

/**
 * Ticks of all instruments in a time range, by time and then by listing order. The next minute's ticks are computed one
 * instrument at a time between ticks, because computing all at once would delay every minute's first ticks.
 */
function tickLoader(exchange: Exchange, fromMs: number, untilMs: number) {
  const books = playedBooks(exchange)
  const merged: BookTick[] = []
  let loaded = 0
  const loadOne = () => {
    const book = books[loaded]
    if (!book) return
    loaded++
    const ticks = simulateTicks(exchange.market, book.quote.instrument, { fromMs, untilMs })
    if (!ticks.ok) throw new Error(ticks.refusal.sentence)
    for (const tick of ticks.value) merged.push({ book, tick })
  }
  return {
    books,
    loadOne,
    all(): readonly BookTick[] {
      while (loaded < books.length) loadOne()
      return merged.sort((left, right) => left.tick.atMs - right.tick.atMs)
    },
  }
}

/** Books with prices of their own. */
function playedBooks(exchange: Exchange): readonly OrderBook[] {
  return [...exchange.books.values()].filter(({ quote }) => segmentOf(quote.instrument.token) === 'NSE')
}

function minuteOf(atMs: number): number {
  return atMs - (atMs % MINUTE_MS)
}

function startMinute(exchange: Exchange, atMs: number): void {
  for (const account of exchange.accounts.values()) {
    for (const order of account.openOrders) {
      if (order.validUntilMs <= atMs) withdrawOrder(exchange, order, 'Cancelled by the exchange at the session’s end')
    }
  }
  squareOff(exchange, atMs)
  const dayNumber = indiaDayNumber(atMs)
  if (dayNumber !== exchange.dayNumber) {
    exchange.dayNumber = dayNumber
    rollDay(exchange)
  }
  sendAfterMarketOrders(exchange, atMs)
}
