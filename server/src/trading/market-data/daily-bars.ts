import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { indiaDayNumber, indiaDayStartMs, isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { DayRange } from './store/bar-store.ts'

export type DailyBar = {
  readonly token: string
  readonly day: number
  readonly openPaise: number
  readonly highPaise: number
  readonly lowPaise: number
  readonly closePaise: number
  readonly volume: number
}

type Place = {
  readonly token: string
  readonly range: DayRange
  readonly calendar: MarketCalendar
  readonly traits: SessionTraits
}

/** Days of the exchange's own daily bars, whose close is the auction's; other days are folded from their minutes. */
export async function withDailyBars(
  db: Queryable,
  folded: Bars,
  { token, range, calendar, traits }: Place,
): Promise<Bars> {
  const days = await readDailyBars(db, token, range)
  if (days.length === 0) return folded
  const byDay = new Map<number, readonly number[]>()
  folded.timeMs.forEach((timeMs, row) => {
    const prices = [folded.openPaise[row]!, folded.highPaise[row]!, folded.lowPaise[row]!, folded.closePaise[row]!]
    byDay.set(indiaDayNumber(timeMs), [timeMs, ...prices, folded.volume[row]!])
  })
  for (const { day, ...bar } of days) {
    const openMs = sessionsOfDay(calendar, day, traits)[0]?.openMs ?? indiaDayStartMs(day)
    byDay.set(day, [openMs, bar.openPaise, bar.highPaise, bar.lowPaise, bar.closePaise, bar.volume])
  }
  const rows = [...byDay].sort(([one], [other]) => one - other).map(([, row]) => row)
  const bars = emptyBars(rows.length)
  for (const [field, column] of [
    bars.timeMs,
    bars.openPaise,
    bars.highPaise,
    bars.lowPaise,
    bars.closePaise,
    bars.volume,
  ].entries()) {
    rows.forEach((row, index) => {
      column[index] = row[field]!
    })
  }
  return bars
}

async function readDailyBars(db: Queryable, token: string, { fromDay, untilDay }: DayRange): Promise<DailyBar[]> {
  const { rows } = await sql<DailyBar & { volume: string }>`
    select distinct on (day) token, day - date '1970-01-01' as day, open_paise as "openPaise",
      high_paise as "highPaise", low_paise as "lowPaise", close_paise as "closePaise", volume
    from daily_bars
    where token = ${token}
      and day between date '1970-01-01' + ${fromDay}::int and date '1970-01-01' + ${untilDay}::int
    order by day, array_position(array['broker', 'file'], source)`.execute(db)
  return rows.map((row) => ({ ...row, volume: Number(row.volume) }))
}

/** Answers how many days are new or differ from what was stored. */
export async function saveDailyBars(
  tx: Tx,
  source: 'broker' | 'file',
  bars: readonly DailyBar[],
  now: Date,
): Promise<number> {
  if (bars.length === 0) return 0
  const rows = bars.map(({ token, day, openPaise, highPaise, lowPaise, closePaise, volume }) => ({
    token,
    day: isoDay(day),
    open_paise: openPaise,
    high_paise: highPaise,
    low_paise: lowPaise,
    close_paise: closePaise,
    volume,
  }))
  const { numAffectedRows } = await sql`
    insert into daily_bars (token, day, source, open_paise, high_paise, low_paise, close_paise, volume, fetched_at)
    select token, day, ${source}, open_paise, high_paise, low_paise, close_paise, volume, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      token text, day date, open_paise integer, high_paise integer, low_paise integer, close_paise integer, volume bigint)
    on conflict (token, day, source) do update set open_paise = excluded.open_paise, high_paise = excluded.high_paise,
      low_paise = excluded.low_paise, close_paise = excluded.close_paise, volume = excluded.volume,
      fetched_at = excluded.fetched_at
    where (daily_bars.open_paise, daily_bars.high_paise, daily_bars.low_paise, daily_bars.close_paise, daily_bars.volume)
      is distinct from (excluded.open_paise, excluded.high_paise, excluded.low_paise, excluded.close_paise, excluded.volume)
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
