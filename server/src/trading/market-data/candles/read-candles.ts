import { type Candles, MOST_CANDLE_DAYS, type readCandles as spec } from '@trading-bot/contract/rest/trading/candles'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Bars } from '@trading-bot/core/bars'
import { barEndMs, type Interval } from '@trading-bot/core/intervals/interval'
import { type SessionAt, sessionAt } from '@trading-bot/core/intervals/session-at'
import { firstRowFrom, sliceBars } from '@trading-bot/core/slice-bars'
import { dayNumberOf, indiaDayNumber, isoDay } from '@trading-bot/core/time'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import {
  isPastSimulated,
  lastShownDay,
  priceSentence,
  priceSource,
  seesNewest,
  shownPrices,
} from '../../../platform/prices/price-rules.ts'
import { findInstruments } from '../find-instruments.ts'
import { calendarsOf } from '../history-calendar.ts'
import { collectCandles, NOTHING, wholeDay } from './collect-candles.ts'

const TOO_YOUNG = 'The prices of this day are not 30 days old yet.'

/** Candles of one symbol as the caller may see them: stored days, then today's from the feed and the broker. */
export const readCandles: UseCase<typeof spec> = async (context, { symbol, interval, from, until, since }) => {
  const { config, actor } = context
  const now = context.clock.now()
  const nowMs = now.getTime()
  const today = indiaDayNumber(nowMs)
  const source = priceSource(config, actor.isAdmin, 'other')
  const shownDay = lastShownDay(source, now)
  const most = MOST_CANDLE_DAYS[interval]
  const lastDay = until === undefined ? (from === undefined ? shownDay : today) : dayNumberOf(until)
  const fromDay = from === undefined ? lastDay - most + 1 : dayNumberOf(from)
  if (lastDay < fromDay) return refuseFields({ until: ['The last day must not be before the first'] })
  if (fromDay > today) return refuseFields({ from: ['Choose a day that has begun'] })
  if (lastDay - fromDay >= most) {
    return refuseFields({ from: [`Choose at most ${most} days of candles of ${INTERVAL_LABELS[interval]}`] })
  }
  const [instrument] = await findInstruments(context.db, [symbol])
  if (!instrument) return refuse('NO_SUCH_SYMBOL', { values: { symbol } })
  const sinceMs = since === undefined ? -Infinity : Date.parse(since)
  const firstDay = since === undefined ? fromDay : Math.max(fromDay, indiaDayNumber(sinceMs))
  const range = { fromDay: firstDay, untilDay: Math.min(lastDay, shownDay) }
  const shown = { isPastSimulated: isPastSimulated(config, actor.isAdmin), hasToday: seesNewest(config, actor.isAdmin) }
  const { bars, unknown } =
    range.untilDay < range.fromDay ? NOTHING : await collectCandles(context, instrument, range, interval, shown)
  const tooYoung = Math.min(lastDay, today) > shownDay ? [{ day: isoDay(shownDay + 1), sentence: TOO_YOUNG }] : []
  const hours = sessionAt(calendarsOf(context)('broker'), instrument)
  const sessions = interval === '1d' ? wholeDay : hours
  const lastPaise = shownPrices(context, actor.isAdmin)?.lastPaise(instrument.token)
  return {
    symbol,
    interval,
    bars: rowsOf(endingAfter(bars, sinceMs, interval, sessions)),
    is_live: shown.hasToday && range.untilDay === today && hours(nowMs) !== null,
    last_price: lastPaise === undefined ? null : lastPaise / 100,
    unknown: [...unknown, ...tooYoung],
    source,
    prices: priceSentence(source, context),
    as_of: new Date(nowMs).toISOString(),
  }
}

function endingAfter(bars: Bars, sinceMs: number, interval: Interval, sessions: SessionAt): Bars {
  const row = firstRowFrom(bars.timeMs, sinceMs)
  const isUnderWay = row > 0 && endOf(bars.timeMs[row - 1]!, interval, sessions) > sinceMs
  return sliceBars(bars, isUnderWay ? row - 1 : row, bars.timeMs.length)
}

function endOf(startMs: number, interval: Interval, sessions: SessionAt): number {
  const session = sessions(startMs)
  return session === null ? startMs : barEndMs(session, interval, startMs)
}

function rowsOf(bars: Bars): Candles['bars'] {
  return Array.from(bars.timeMs, (timeMs, row) => [
    new Date(timeMs).toISOString(),
    bars.openPaise[row]! / 100,
    bars.highPaise[row]! / 100,
    bars.lowPaise[row]! / 100,
    bars.closePaise[row]! / 100,
    bars.volume[row]!,
  ])
}
