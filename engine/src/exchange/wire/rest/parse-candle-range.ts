import { MOST_CANDLE_DAYS } from '@trading-bot/core/intervals/candle-days'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { DAY_MS, dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { CANDLE_INTERVALS } from '../../market/read-candles.ts'
import { type Body, textOf } from '../format/body-fields.ts'

type CandleRange = { readonly interval: Interval; readonly fromMs: number; readonly toMs: number }

/** The interval and the range of a request for candles or open interest; null where one is unknown or too long. */
export function parseCandleRange(body: Body): CandleRange | null {
  const name = textOf(body, 'interval')
  const fromMs = minuteOf(textOf(body, 'fromdate'))
  const toMs = minuteOf(textOf(body, 'todate'))
  if (!isInterval(name) || fromMs === null || toMs === null) return null
  const interval = CANDLE_INTERVALS[name]
  if (toMs < fromMs || toMs - fromMs > MOST_CANDLE_DAYS[interval] * DAY_MS) return null
  return { interval, fromMs, toMs }
}

function isInterval(name: string): name is keyof typeof CANDLE_INTERVALS {
  return Object.hasOwn(CANDLE_INTERVALS, name)
}

/** Parses `2026-08-03 09:15` in India time. */
function minuteOf(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2})$/.exec(text)
  if (!match) return null
  const minute = Number(match[2]) * 60 + Number(match[3])
  if (Number(match[2]) > 23 || Number(match[3]) > 59) return null
  try {
    return indiaDayStartMs(dayNumberOf(match[1] as string)) + minute * MINUTE_MS
  } catch {
    return null
  }
}
