import { setImmediate } from 'node:timers/promises'
import type { Candles } from '@trading-bot/contract/rest/trading/candles'
import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import { aggregateBars } from '@trading-bot/core/intervals/aggregate-bars'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { type SessionAt, sessionAt } from '@trading-bot/core/intervals/session-at'
import { indiaDayNumber, indiaDayStartMs, isoDay } from '@trading-bot/core/time'
import type { Deps } from '../../../platform/http/context.ts'
import type { CoveredDay } from '../history.ts'
import { calendarsOf } from '../history-calendar.ts'
import { readHistory } from '../read-history.ts'
import { readMarketSeed } from '../read-market-seed.ts'
import { simulateHistory } from '../simulate-history.ts'
import type { DayRange } from '../store/bar-store.ts'
import { daySlices, joinBars } from '../store/day-slices.ts'
import type { StoredInstrument } from '../store/store-days.ts'
import { NO_MINUTES } from './todays-minutes.ts'

type CandleDeps = Pick<Deps, 'db' | 'clock' | 'calendar' | 'config' | 'todaysMinutes'>
/** Which prices the reader may see. */
type Shown = { readonly isPastSimulated: boolean; readonly hasToday: boolean }
type Collected = { readonly bars: Bars; readonly unknown: Candles['unknown'] }

// Computing more days without a pause would hold up the market's own ticks.
const DAYS_AT_ONCE = 20
const NOT_STORED = 'The prices of this day are not stored.'
const NOT_SOUND = 'The stored prices of this day contradict each other, so they are left out.'
const NOT_WHOLE = 'Some prices of this day are missing.'
const TODAY_NOT_KNOWN = 'Today’s earlier prices could not be read.'

/** Bars of the interval in a range that ends today at the latest, at the prices that traded. */
export async function collectCandles(
  deps: CandleDeps,
  instrument: StoredInstrument,
  range: DayRange,
  interval: Interval,
  { isPastSimulated, hasToday }: Shown,
): Promise<Collected> {
  const today = indiaDayNumber(deps.clock.now().getTime())
  const pastRange = { fromDay: range.fromDay, untilDay: Math.min(range.untilDay, today - 1) }
  const read = isPastSimulated ? simulatePast : readPast
  const past = pastRange.fromDay <= pastRange.untilDay ? await read(deps, instrument, pastRange, interval) : NOTHING
  const now = hasToday && range.untilDay === today ? await readToday(deps, instrument, today, interval) : NOTHING
  const bars = joinBars([past.bars, now.bars])
  return {
    // Where a day has several sessions it is one candle all the same.
    bars: interval === '1d' ? aggregateBars(bars, interval, wholeDay).bars : bars,
    unknown: [...past.unknown, ...now.unknown],
  }
}

export const NOTHING: Collected = { bars: emptyBars(0), unknown: [] }

/** Real prices may be stored, and are not shown. */
async function simulatePast(
  deps: CandleDeps,
  instrument: StoredInstrument,
  range: DayRange,
  interval: Interval,
): Promise<Collected> {
  const made = await simulateDays(deps, instrument, range, interval)
  return { bars: joinBars([emptyBars(0), ...made.values()]), unknown: [] }
}

async function readPast(
  deps: CandleDeps,
  instrument: StoredInstrument,
  range: DayRange,
  interval: Interval,
): Promise<Collected> {
  const { symbols } = await readHistory(deps, [instrument], range, { interval, adjusted: false })
  const { traded, days } = symbols[0]!
  const unread = days.filter(({ source }) => source === null)
  const unknown = days.flatMap(unknownDay)
  if (!deps.config.demo || unread.length === 0) return { bars: traded, unknown }
  return withPracticeDays(deps, instrument, range, interval, { bars: traded, unknown, unread })
}

/** The demo's recorded past was traded on NSE days of the simulated market, which are computed and never stored. */
async function withPracticeDays(
  deps: CandleDeps,
  instrument: StoredInstrument,
  range: DayRange,
  interval: Interval,
  stored: Collected & { readonly unread: readonly CoveredDay[] },
): Promise<Collected> {
  const made = await simulateDays(deps, instrument, range, interval)
  const parts = daySlices(stored.bars)
  for (const { day } of stored.unread) if (made.has(day)) parts.set(day, made.get(day)!)
  const nse = calendarsOf(deps)('file')
  const isClosed = (day: number) => sessionsOfDay(nse, day, instrument).length === 0
  const explained = new Set(stored.unread.flatMap(({ day }) => (made.has(day) || isClosed(day) ? [isoDay(day)] : [])))
  const inOrder = [...parts].sort(([one], [other]) => one - other)
  return {
    bars: joinBars([emptyBars(0), ...inOrder.map(([, bars]) => bars)]),
    unknown: stored.unknown.filter(({ day }) => !explained.has(day)),
  }
}

/** NSE days of the simulated market, in the order of time. */
async function simulateDays(
  deps: CandleDeps,
  instrument: StoredInstrument,
  range: DayRange,
  interval: Interval,
): Promise<Map<number, Bars>> {
  const made = new Map<number, Bars>()
  const marketSeed = await readMarketSeed(deps.db)
  for (let fromDay = range.fromDay; fromDay <= range.untilDay; fromDay += DAYS_AT_ONCE) {
    const part = { fromDay, untilDay: Math.min(range.untilDay, fromDay + DAYS_AT_ONCE - 1) }
    const { traded } = simulateHistory(marketSeed, [instrument], part, interval).symbols[0]!
    for (const [day, bars] of daySlices(traded)) made.set(day, bars)
    // The same process trades.
    await setImmediate()
  }
  return made
}

async function readToday(
  deps: CandleDeps,
  instrument: StoredInstrument,
  today: number,
  interval: Interval,
): Promise<Collected> {
  const calendar = calendarsOf(deps)('broker')
  const [first] = sessionsOfDay(calendar, today, instrument)
  if (!first || first.openMs > deps.clock.now().getTime()) return NOTHING
  const { bars, isWhole } = (await deps.todaysMinutes?.(instrument)) ?? NO_MINUTES
  return {
    bars: aggregateBars(bars, interval, sessionAt(calendar, instrument)).bars,
    unknown: isWhole ? [] : [{ day: isoDay(today), sentence: TODAY_NOT_KNOWN }],
  }
}

function unknownDay({ day, status }: CoveredDay): Candles['unknown'] {
  if (status === 'complete') return []
  const sentence = status === 'missing' ? NOT_STORED : status === 'suspect' ? NOT_SOUND : NOT_WHOLE
  return [{ day: isoDay(day), sentence }]
}

/** An India day as one session. */
export const wholeDay: SessionAt = (atMs) => {
  const number = indiaDayNumber(atMs)
  const closeMs = indiaDayStartMs(number + 1)
  return { number, openMs: atMs, closeMs, entriesUntilMs: closeMs, squareOffAtMs: closeMs, note: null }
}
