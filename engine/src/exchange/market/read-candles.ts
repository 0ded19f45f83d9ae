import type { Paise } from '@trading-bot/core/units'
import type { Bars } from '@trading-bot/core/bars'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { type SimulatedTick, simulateTicks } from '@trading-bot/core/simulated-market/simulate-ticks'
import { type TradingLeg, tradingLeg } from '@trading-bot/core/simulated-market/trading-leg'
import { DAY_MS, indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import type { Exchange } from '../exchange.ts'
import type { OrderBook } from '../matching/order-book.ts'

export type Candle = {
  readonly startMs: number
  readonly openPaise: Paise
  highPaise: Paise
  lowPaise: Paise
  closePaise: Paise
  volume: number
}

/** Bar length in minutes and the longest range of one request, by interval name. */
export const CANDLE_INTERVALS = {
  ONE_MINUTE: { minutes: 1, mostDays: 30 },
  THREE_MINUTE: { minutes: 3, mostDays: 60 },
  FIVE_MINUTE: { minutes: 5, mostDays: 100 },
  TEN_MINUTE: { minutes: 10, mostDays: 100 },
  FIFTEEN_MINUTE: { minutes: 15, mostDays: 200 },
  THIRTY_MINUTE: { minutes: 30, mostDays: 200 },
  ONE_HOUR: { minutes: 60, mostDays: 400 },
  ONE_DAY: { minutes: DAY_MS / MINUTE_MS, mostDays: 2_000 },
} as const

/** Bars that start within the range, including the current one so far, and never future data. */
export function readCandles(
  exchange: Exchange,
  book: OrderBook,
  barMinutes: number,
  range: { readonly fromMs: number; readonly toMs: number },
): readonly Candle[] {
  const { instrument } = book.quote
  const nowMs = exchange.clock.nowMs()
  // A daily bar belongs to its day, whatever the hour at which the range starts.
  const isDaily = barMinutes * MINUTE_MS >= DAY_MS
  const fromMs = Math.max(0, isDaily ? indiaDayStartMs(indiaDayNumber(range.fromMs)) : range.fromMs)
  const untilMs = Math.min(range.toMs + barMinutes * MINUTE_MS, nowMs + 1)
  if (untilMs <= fromMs) return []
  const wholeMs = Math.min(untilMs, nowMs - (nowMs % MINUTE_MS))
  const bars = simulateBars(exchange.market, instrument, { fromMs, untilMs: Math.max(wholeMs, fromMs) })
  const ticks = simulateTicks(exchange.market, instrument, { fromMs: Math.max(wholeMs, fromMs), untilMs })
  if (!bars.ok || !ticks.ok) throw new Error('the simulated market refused a checked range')
  const legOf = rememberLegs((day) => tradingLeg(exchange.market, instrument, day))
  const candles: Candle[] = []
  const startOf = (atMs: number) => barStart(legOf(indiaDayNumber(atMs)), atMs, barMinutes)
  foldBars(bars.value, candles, startOf)
  foldTicks(ticks.value, candles, startOf)
  return candles.filter(({ startMs }) => startMs >= fromMs && startMs <= range.toMs)
}

function rememberLegs(find: (day: number) => TradingLeg | null): (day: number) => TradingLeg | null {
  let known: { readonly day: number; readonly leg: TradingLeg | null } | null = null
  return (day) => {
    if (known?.day !== day) known = { day, leg: find(day) }
    return known.leg
  }
}

/** Bars are aligned to the session's open; a daily bar starts at midnight. */
function barStart(leg: TradingLeg | null, atMs: number, barMinutes: number): number {
  if (barMinutes * MINUTE_MS >= DAY_MS || !leg) return indiaDayStartMs(indiaDayNumber(atMs))
  const barMs = barMinutes * MINUTE_MS
  return leg.startMs + Math.floor((atMs - leg.startMs) / barMs) * barMs
}

function foldBars(bars: Bars, candles: Candle[], startOf: (atMs: number) => number): void {
  for (let row = 0; row < bars.timeMs.length; row++) {
    addPiece(candles, {
      startMs: startOf(bars.timeMs[row] as number),
      openPaise: bars.openPaise[row] as number,
      highPaise: bars.highPaise[row] as number,
      lowPaise: bars.lowPaise[row] as number,
      closePaise: bars.closePaise[row] as number,
      volume: bars.volume[row] as number,
    })
  }
}

function foldTicks(ticks: readonly SimulatedTick[], candles: Candle[], startOf: (atMs: number) => number): void {
  for (const { atMs, pricePaise, quantity } of ticks) {
    addPiece(candles, {
      startMs: startOf(atMs),
      openPaise: pricePaise,
      highPaise: pricePaise,
      lowPaise: pricePaise,
      closePaise: pricePaise,
      volume: quantity,
    })
  }
}

function addPiece(candles: Candle[], piece: Candle): void {
  const last = candles.at(-1)
  if (last?.startMs !== piece.startMs) {
    candles.push(piece)
    return
  }
  last.highPaise = Math.max(last.highPaise, piece.highPaise)
  last.lowPaise = Math.min(last.lowPaise, piece.lowPaise)
  last.closePaise = piece.closePaise
  last.volume += piece.volume
}
