import type { Coverage, readCoverage as spec } from '@trading-bot/contract/rest/trading/market-data'
import { refuseFields } from '@trading-bot/contract/rest/refusals'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import { dayNumberOf, isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { calendarsOf, openDays } from './history-calendar.ts'
import { chooseDays } from './read-history.ts'
import { type DayRange, readStoredDays, type StoredDay } from './store/bar-store.ts'

const MOST_DAYS = 800

/** The map of what is stored: active symbols by name, and others that have bars. */
export const readCoverage: UseCase<typeof spec> = async (context, input) => {
  const { db, calendar } = context
  const range = { fromDay: dayNumberOf(input.from), untilDay: dayNumberOf(input.until) }
  if (range.untilDay < range.fromDay) return refuseFields({ until: ['The last day must not be before the first'] })
  if (range.untilDay - range.fromDay >= MOST_DAYS) return refuseFields({ from: [`Choose at most ${MOST_DAYS} days`] })
  const { rows, total } = await listSymbols(db, range, input)
  const stored = await readStoredDays(
    db,
    rows.map(({ token }) => token),
    range,
  )
  const open = await openDays(db, calendar, range)
  const days = [...new Set([...open, ...stored.map(({ day }) => day)])].sort((one, other) => one - other)
  const nse = calendarsOf(context)('file')
  const isClosed = (day: number) => sessionsOfDay(nse, day, { hasDerivatives: false }).length === 0
  const symbols = rows.map((row) => ({ ...row, ...lettersOf(days, stored, row.token, isClosed) }))
  return { days: days.map(isoDay), symbols, total }
}

const LETTERS = { complete: 'c', partial: 'p', suspect: 's' } as const

function lettersOf(
  days: readonly number[],
  stored: readonly StoredDay[],
  token: string,
  isClosed: (day: number) => boolean,
) {
  const chosen = chooseDays(
    stored.filter((row) => row.token === token),
    true,
  )
  const rows = [...chosen.values()]
  const isFiles = rows.length > 0 && rows.every(({ source }) => source === 'file')
  const letters = days.map((day) => {
    const row = chosen.get(day)
    // In the demo, whose own market never closes, a file has no weekends.
    return row ? LETTERS[row.status] : isFiles && isClosed(day) ? '-' : 'm'
  })
  return {
    letters: letters.join(''),
    bars: rows.reduce((sum, { barCount }) => sum + barCount, 0),
    sources: [...new Set(rows.map(({ source }) => source))],
  }
}

type Page = { readonly search?: string | undefined; readonly page: number; readonly page_size: number }
type SymbolRow = Pick<Coverage['symbols'][number], 'symbol' | 'token' | 'name'>

async function listSymbols(db: Queryable, { fromDay, untilDay }: DayRange, { search, page, page_size }: Page) {
  const like = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<SymbolRow & { total: string }>`
    select symbol, token, name, count(*) over () as total from symbols
    where (symbol ilike ${like} or name ilike ${like}) and (is_active or token in (
      select token from bar_days
      where day between date '1970-01-01' + ${fromDay}::int and date '1970-01-01' + ${untilDay}::int))
    order by symbol limit ${page_size} offset ${(page - 1) * page_size}`.execute(db)
  return {
    rows: rows.map(({ symbol, token, name }) => ({ symbol, token, name })),
    total: Number(rows[0]?.total ?? 0),
  }
}
