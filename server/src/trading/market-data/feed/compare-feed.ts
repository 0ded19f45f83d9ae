import type { Bars } from '@trading-bot/core/bars'
import { indiaDayStartMs } from '@trading-bot/core/time'
import type { Broker } from '@trading-bot/engine/ports'
import { sql } from 'kysely'
import type { Deps } from '../../../platform/http/context.ts'
import { lastWholeDay } from '../fetch/control-fetch.ts'
import { findByToken } from '../find-instruments.ts'
import { calendarsOf } from '../history-calendar.ts'
import { monthOf, readMonths } from '../store/bar-store.ts'
import { decompressBars } from '../store/compress-bars.ts'
import { daySlices } from '../store/day-slices.ts'
import { storeDays } from '../store/store-days.ts'
import { type Comparison, saveComparison } from './comparison-store.ts'

// Older days were asked for on every one of the evenings before.
const DAYS_BACK = 7

/**
 * In the evening: the broker's candles of each day that the feed recorded are stored beside it, and what differs is
 * recorded. A broker that does not answer is asked again an hour later.
 */
export async function compareFeed(
  deps: Deps & { readonly pastBars: Broker['candles'] },
  takeTurn: () => Promise<void>,
): Promise<void> {
  const { db, clock } = deps
  const last = lastWholeDay(deps.calendar, clock.now())
  const { rows } = await sql<{ token: string; day: number }>`
    select token, day - date '1970-01-01' as day from bar_days d
    where source = 'feed' and day between date '1970-01-01' + ${last - DAYS_BACK}::int and date '1970-01-01' + ${last}::int
      and not exists (select from feed_comparisons c where c.token = d.token and c.day = d.day)
    order by day desc, token`.execute(db)
  for (const { token, day } of rows) {
    const instrument = (await findByToken(db, [token])).get(token)
    if (!instrument) continue
    await takeTurn()
    const range = { fromMs: indiaDayStartMs(day), untilMs: indiaDayStartMs(day + 1) }
    const answer = await deps.pastBars(instrument, range)
    if (answer.kind !== 'answered' || answer.value.timeMs.length === 0) continue
    const broker = answer.value
    await db.transaction().execute(async (tx) => {
      const now = clock.now()
      const days = new Map([[day, broker]])
      await storeDays(tx, { instrument, source: 'broker', days, calendarOf: calendarsOf(deps), now })
      const [month] = await readMonths(tx, [{ token, month: monthOf(day), source: 'feed' }])
      const feed = daySlices(decompressBars([month!.bars])).get(day)!
      await saveComparison(tx, { token, day }, compareBars(feed, broker), now)
    })
  }
}

const PRICES = ['openPaise', 'highPaise', 'lowPaise', 'closePaise'] as const

/** Minute by minute; volumes are left out, because a feed samples them. */
export function compareBars(feed: Bars, broker: Bars): Comparison {
  const rows = new Map(Array.from(broker.timeMs, (timeMs, row) => [timeMs, row]))
  const found = { equal_bars: 0, different_bars: 0, only_in_feed: 0, only_at_broker: 0, largest_bps: 0 }
  for (const [row, timeMs] of feed.timeMs.entries()) {
    const other = rows.get(timeMs)
    if (other === undefined) {
      found.only_in_feed += 1
      continue
    }
    rows.delete(timeMs)
    const apart = PRICES.map((field) => Math.abs(feed[field][row]! / broker[field][other]! - 1) * 10_000)
    const largest = Math.max(...apart)
    if (largest === 0) found.equal_bars += 1
    else found.different_bars += 1
    found.largest_bps = Math.max(found.largest_bps, largest)
  }
  return { ...found, only_at_broker: rows.size, largest_bps: Math.round(found.largest_bps * 100) / 100 }
}
