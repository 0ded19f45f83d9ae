import type { Paise } from '@trading-bot/core/units'
import type { Bars } from '@trading-bot/core/bars'
import { type Interval, INTERVAL_MS } from '@trading-bot/core/intervals/interval'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { type SimulatedTick, simulateTicks } from '@trading-bot/core/simulated-market/simulate-ticks'
import { type TradingLeg, tradingLeg } from '@trading-bot/core/simulated-market/trading-leg'
import { indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import type { Exchange } from '../state/exchange.ts'
import type { OrderBook } from '../state/order-book.ts'

export type Candle = {
  readonly startMs: number
  readonly openPaise: Paise
  highPaise: Paise
  lowPaise: Paise
  closePaise: Paise
  volume: number
}

/** Intervals by the names of the API. */
export const CANDLE_INTERVALS = {
  ONE_MINUTE: '1m',
  THREE_MINUTE: '3m',
  FIVE_MINUTE: '5m',
  TEN_MINUTE: '10m',
  FIFTEEN_MINUTE: '15m',
  THIRTY_MINUTE: '30m',
  ONE_HOUR: '1h',
  ONE_DAY: '1d',
} as const satisfies Record<string, Interval>

/** Bars that start within the range, including the current one so far, and never future data. */
export function readCandles(
  exchange: Exchange,
  book: OrderBook,
  interval: Interval,
  range: { readonly fromMs: number; readonly toMs: number },
): readonly Candle[] {
  const { instrument } = book.quote
  const nowMs = exchange.clock.nowMs()
  // A daily bar belongs to its day, whatever the hour at which the range starts.
  const fromMs = Math.max(0, interval === '1d' ? indiaDayStartMs(indiaDayNumber(range.fromMs)) : range.fromMs)
  const untilMs = Math.min(range.toMs + INTERVAL_MS[interval], nowMs + 1)
  if (untilMs <= fromMs) return []
  const wholeMs = Math.min(untilMs, nowMs - (nowMs % MINUTE_MS))
  const bars = simulateBars(exchange.market, instrument, { fromMs, untilMs: Math.max(wholeMs, fromMs) })
  const ticks = simulateTicks(exchange.market, instrument, { fromMs: Math.max(wholeMs, fromMs), untilMs })
  if (!bars.ok || !ticks.ok) throw new Error('the simulated market refused a checked range')
  const legOf = rememberLegs((day) => tradingLeg(exchange.market, instrument, day))
  const candles: Candle[] = []
  const startOf = (atMs: number) => barStart(legOf(indiaDayNumber(atMs)), atMs, interval)
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
function barStart(leg: TradingLeg | null, atMs: number, interval: Interval): number {
  if (interval === '1d' || !leg) return indiaDayStartMs(indiaDayNumber(atMs))
  const barMs = INTERVAL_MS[interval]
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
