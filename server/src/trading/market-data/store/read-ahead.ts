import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import type { Queryable } from '../../../platform/db/client.ts'
import { type MonthKey, monthOf, readMonths, type Source, SOURCES, type StoredDay } from './bar-store.ts'
import { inflateMonth, unpackMonths } from './compress-bars.ts'
import { daySlices, joinBars } from './day-slices.ts'

type ChosenDays = ReadonlyMap<number, StoredDay>
type Loaded = readonly (MonthKey & { readonly packed: Uint8Array })[]

/**
 * The bars of the chosen days, instrument by instrument in this order: while one is unpacked, the database reads the
 * next and other threads inflate it.
 */
export function readAhead(db: Queryable, choices: readonly ChosenDays[]): (index: number) => Promise<Bars> {
  let next: Promise<Loaded> | undefined
  return async (index) => {
    const loaded = await (next ?? loadMonths(db, choices[index]!))
    const following = choices[index + 1]
    next = following && loadMonths(db, following)
    // Reported when its turn comes; if that never happens, the reading has failed already.
    next?.catch(() => undefined)
    return joinDays([...choices[index]!.values()], loaded)
  }
}

async function loadMonths(db: Queryable, days: ChosenDays): Promise<Loaded> {
  const keys = new Map(
    Array.from(days.values(), ({ token, day, source }) => {
      const key = { token, month: monthOf(day), source }
      return [`${source} ${key.month}`, key]
    }),
  )
  const months = await readMonths(db, [...keys.values()])
  return Promise.all(months.map(async ({ bars, ...key }) => ({ ...key, packed: await inflateMonth(bars) })))
}

function joinDays(days: readonly StoredDay[], months: Loaded): Bars {
  if (days.length === 0) return emptyBars(0)
  const slices = new Map<Source, Map<number, Bars>>()
  for (const source of SOURCES) {
    const own = months.filter((row) => row.source === source)
    if (own.length === 0) continue
    const bars = unpackMonths(own.map(({ packed }) => packed))
    const ofSource = daySlices(bars)
    // The usual case, without a copy: one source, and every day of its months.
    if (own.length === months.length && ofSource.size === days.length) return bars
    slices.set(source, ofSource)
  }
  return joinBars(
    days.map(({ token, day, source }) => {
      const bars = slices.get(source)?.get(day)
      if (!bars) throw new Error(`the bars of ${token} on day ${day} are recorded but not stored`)
      return bars
    }),
  )
}
