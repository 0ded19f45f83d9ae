import { type Interval, INTERVALS } from '@trading-bot/core/intervals/interval'
import * as z from 'zod/mini'

/** Bars that a bot decides on. */
export const BarInterval = z.enum(INTERVALS, 'Please choose an interval')

export const INTERVAL_LABELS: Readonly<Record<Interval, string>> = {
  '1m': '1 minute',
  '3m': '3 minutes',
  '5m': '5 minutes',
  '10m': '10 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '1h': '1 hour',
  '1d': '1 day',
}
