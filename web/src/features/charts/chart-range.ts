import { MOST_CANDLE_DAYS } from '@trading-bot/contract/rest/trading/candles'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { HOUR_MS, indiaDayNumber, isoDay, MINUTE_MS } from '@trading-bot/core/time'

/** The intervals that a chart offers. */
export const CHART_INTERVALS = ['1m', '5m', '15m', '1h', '1d'] as const satisfies readonly Interval[]
export type ChartInterval = (typeof CHART_INTERVALS)[number]

/** From when to when a position was held, in epoch ms. */
export type Held = { readonly fromMs: number; readonly untilMs: number }

/** Days before and after, so that a holding stands within its market. Weekends count. */
const AROUND: Readonly<Record<ChartInterval, { readonly before: number; readonly after: number }>> = {
  '1m': { before: 0, after: 0 },
  '5m': { before: 3, after: 1 },
  '15m': { before: 7, after: 3 },
  '1h': { before: 30, after: 14 },
  '1d': { before: 240, after: 60 },
}

/** The days to ask for, today at the latest. */
export function chartRange(interval: ChartInterval, { fromMs, untilMs }: Held, nowMs: number) {
  const { before, after } = AROUND[interval]
  const untilDay = Math.min(indiaDayNumber(nowMs), indiaDayNumber(untilMs) + after)
  const fromDay = Math.max(indiaDayNumber(fromMs) - before, untilDay - MOST_CANDLE_DAYS[interval] + 1)
  return { from: isoDay(Math.min(fromDay, untilDay)), until: isoDay(untilDay) }
}

/** An interval at which the holding spans a readable number of candles. */
export function firstInterval({ fromMs, untilMs }: Held): ChartInterval {
  const heldMs = untilMs - fromMs
  if (heldMs <= 45 * MINUTE_MS) return '1m'
  return heldMs <= 24 * HOUR_MS ? '5m' : '15m'
}
