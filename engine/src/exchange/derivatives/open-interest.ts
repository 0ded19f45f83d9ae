import type { Interval } from '@trading-bot/core/intervals/interval'
import type { Paise, Quantity } from '@trading-bot/core/units'
import { DAY_MS, indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import type { Exchange } from '../state/exchange.ts'
import type { OrderBook } from '../state/order-book.ts'
import { readCandles } from '../market/read-candles.ts'
import type { ExpiryType } from './expiries.ts'

// Contracts of 500 crore rupees are open at the start of every day, less in later months.
const OPEN_VALUE_PAISE = 5_000_000_000_00
const SHARE_OF_EXPIRY: Readonly<Record<ExpiryType, number>> = { NEAR: 0.8, NEXT: 0.15, FAR: 0.05 }
// A price at the extreme of the day's move opens contracts in the measure of its range; one that has turned closes them.
const INTEREST_PER_RANGE = 2
// No market stays closed for longer.
const LONGEST_CLOSURE_MS = 30 * DAY_MS

/** A day's prices up to an instant. */
type DayPrices = {
  readonly previousClosePaise: Paise
  readonly highPaise: Paise
  readonly lowPaise: Paise
  readonly lastPaise: Paise
}

type OpenInterest = { readonly contracts: Quantity; readonly change: Quantity; readonly changePercent: number }

/** Shares in open contracts, computed from the day's prices. */
export function openInterest(day: DayPrices, type: ExpiryType): OpenInterest {
  const before = Math.round((OPEN_VALUE_PAISE * SHARE_OF_EXPIRY[type]) / day.previousClosePaise)
  const changePercent = changePercentOf(day)
  const change = Math.round((before * changePercent) / 100)
  return { contracts: before + change, change, changePercent }
}

function changePercentOf({ previousClosePaise, highPaise, lowPaise, lastPaise }: DayPrices): number {
  const range = highPaise - lowPaise
  if (range === 0) return 0
  // From -1 at the low to 1 at the high.
  const place = (2 * (lastPaise - lowPaise)) / range - 1
  const direction = lastPaise >= previousClosePaise ? 1 : -1
  return INTEREST_PER_RANGE * place * direction * ((range / lowPaise) * 100)
}

/** Open interest at the end of each bar of the underlying. */
export function readOpenInterest(
  exchange: Exchange,
  book: OrderBook,
  type: ExpiryType,
  { interval, fromMs, toMs }: { readonly interval: Interval; readonly fromMs: number; readonly toMs: number },
): readonly { readonly startMs: number; readonly contracts: Quantity }[] {
  const closes = readCandles(exchange, book, '1d', { fromMs: fromMs - LONGEST_CLOSURE_MS, toMs })
  // The day's range counts from its first bar, whatever the hour at which the request starts.
  const candles = readCandles(exchange, book, interval, { fromMs: indiaDayStartMs(indiaDayNumber(fromMs)), toMs })
  let today: { dayNumber: number; highPaise: Paise; lowPaise: Paise } | null = null
  return candles.flatMap(({ startMs, highPaise, lowPaise, closePaise }) => {
    const dayNumber = indiaDayNumber(startMs)
    today =
      today?.dayNumber === dayNumber
        ? { dayNumber, highPaise: Math.max(today.highPaise, highPaise), lowPaise: Math.min(today.lowPaise, lowPaise) }
        : { dayNumber, highPaise, lowPaise }
    const previous = closes.findLast((each) => indiaDayNumber(each.startMs) < dayNumber)
    if (!previous || startMs < fromMs) return []
    const day = { ...today, previousClosePaise: previous.closePaise, lastPaise: closePaise }
    return [{ startMs, contracts: openInterest(day, type).contracts }]
  })
}
