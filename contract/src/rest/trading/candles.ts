// Price charts: candles of a symbol for every signed-in user.
import { INTERVALS, type Interval } from '@trading-bot/core/intervals/interval'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { dayInput, Rupees, Time } from '../shapes.ts'
import { BarInterval } from './bar-interval.ts'
import { StoredBar } from './market-data.ts'
import { PriceSource } from './price-source.ts'

const Day = dayInput('Enter a date like 2026-11-15')

/** The longest range of each interval, so that a chart stays a few thousand candles. */
export const MOST_CANDLE_DAYS: Readonly<Record<Interval, number>> = {
  '1m': 3,
  '3m': 7,
  '5m': 10,
  '10m': 20,
  '15m': 30,
  '30m': 60,
  '1h': 90,
  '1d': 366,
}

export const readCandles = call({
  method: 'GET',
  path: '/market/candles/{symbol}/',
  access: 'signed-in',
  summary: 'Candles of a symbol at the prices that traded, with the one under way last; what is not known is listed.',
  params: z.strictObject({
    symbol: z.string('Choose a symbol').check(z.trim(), z.minLength(1, 'Choose a symbol'), z.maxLength(40)),
  }),
  query: z.strictObject({
    interval: z._default(z.enum(INTERVALS, `Choose an interval: ${INTERVALS.join(', ')}`), '5m'),
    /** India days, both included; today and as many days before it as the interval allows, if left out. */
    from: z.optional(Day),
    until: z.optional(Day),
    /** Only candles that end after this instant, for what is new since the last answer. */
    since: z.optional(z.iso.datetime('Enter an instant like 2026-11-15T04:00:00.000Z')),
  }),
  answer: z.object({
    symbol: z.string(),
    interval: BarInterval,
    /** Time, open, high, low, close in rupees, volume. The volume of a minute is known once it has ended. */
    bars: z.array(StoredBar),
    /** The market is open and the range reaches today: the last candle still changes, and more follow. */
    is_live: z.boolean(),
    /** Null before the first price. */
    last_price: z.nullable(Rupees),
    /** Days on which the market was open whose prices are not known, or not all of them. */
    unknown: z.array(z.object({ day: z.iso.date(), sentence: z.string() })),
    source: PriceSource,
    /** Which prices these are; stands beside the chart. */
    prices: z.string(),
    as_of: Time,
  }),
})
export type Candles = z.infer<typeof readCandles.answer>
