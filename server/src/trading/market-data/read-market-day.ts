import type { MarketDay, readMarketDay as spec } from '@trading-bot/contract/rest/trading/market-data'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Bars } from '@trading-bot/core/bars'
import { FINDINGS } from '@trading-bot/core/history/inspect-day'
import { aggregateBars } from '@trading-bot/core/intervals/aggregate-bars'
import { sessionAt } from '@trading-bot/core/intervals/session-at'
import { dayNumberOf, isoDay } from '@trading-bot/core/time'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findComparison } from './feed/comparison-store.ts'
import { findByToken } from './find-instruments.ts'
import { calendarsOf } from './history-calendar.ts'
import { chooseDays } from './read-history.ts'
import { monthOf, readMonths, readStoredDays, type StoredDay } from './store/bar-store.ts'
import { decompressBars } from './store/compress-bars.ts'
import { daySlices } from './store/day-slices.ts'

export const readMarketDay: UseCase<typeof spec> = async (context, { token, day: iso, interval }) => {
  const { db } = context
  const day = dayNumberOf(iso)
  const instrument = (await findByToken(db, [token])).get(token)
  if (!instrument) return refuse('NOT_FOUND')
  const stored = await readStoredDays(db, [token], { fromDay: day, untilDay: day })
  const months = await readMonths(
    db,
    stored.map(({ source }) => ({ token, month: monthOf(day), source })),
  )
  const sources: MarketDay['sources'] = []
  const calendarOf = calendarsOf(context)
  for (const row of stored) {
    const month = months.find(({ source }) => source === row.source)!
    const bars = daySlices(decompressBars([month.bars])).get(day)!
    const sessions = sessionAt(calendarOf(row.source), instrument)
    sources.push(sourceView(row, aggregateBars(bars, interval, sessions).bars))
  }
  const chosen = chooseDays(stored, false).get(day)?.source ?? null
  return {
    symbol: instrument.symbol,
    token,
    day: iso,
    interval,
    chosen,
    sources,
    comparison: await findComparison(db, token, day),
  }
}

function sourceView({ source, status, barCount, findings, sha256, fetchedAt, adjustedAsOf }: StoredDay, bars: Bars) {
  return {
    source,
    status,
    findings: findings.map(({ kind, count, atMs }) => ({ kind, text: FINDINGS[kind], count, times: atMs.map(iso) })),
    sha256,
    fetched_at: fetchedAt.toISOString(),
    adjusted_as_of: adjustedAsOf === null ? null : isoDay(adjustedAsOf),
    bar_count: barCount,
    bars: Array.from(bars.timeMs, (timeMs, row): MarketDay['sources'][number]['bars'][number] => [
      iso(timeMs),
      bars.openPaise[row]! / 100,
      bars.highPaise[row]! / 100,
      bars.lowPaise[row]! / 100,
      bars.closePaise[row]! / 100,
      bars.volume[row]!,
    ]),
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
