import type { Interval } from './interval.ts'

/** The most days of candles that SmartAPI gives in one answer. */
export const MOST_CANDLE_DAYS: Readonly<Record<Interval, number>> = {
  '1m': 30,
  '3m': 60,
  '5m': 100,
  '10m': 100,
  '15m': 200,
  '30m': 200,
  '1h': 400,
  '1d': 2_000,
}
