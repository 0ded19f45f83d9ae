import type { importHolidays as spec, ImportReport } from '@trading-bot/contract/rest/trading/calendar'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import {
  confirmYear,
  deleteHolidayRow,
  readStoredCalendar,
  saveHolidayRow,
  type StoredCalendar,
  yearOf,
} from './calendar-store.ts'
import { editCalendar } from './change-calendar.ts'
import { type HolidayList, parseHolidayList, UnreadableList } from './parse-holiday-list.ts'

/** Shows what the exchange's list would change; with `apply` the list replaces the year's and the year is confirmed. */
export const importHolidays: UseCase<typeof spec> = async (context, { year, text, apply }) => {
  const list = read(text, year)
  if (list instanceof UnreadableList) return refuse('CALENDAR_NOT_READABLE', { values: { reason: list.message } })
  if (!apply) return compare(await readStoredCalendar(context.db), list, year)
  // A list that was only partly understood may miss a holiday: all of it, or nothing.
  if (list.refusals.length > 0) {
    return refuse('CALENDAR_ROWS_REFUSED', { values: { count: String(list.refusals.length) } })
  }
  if (list.holidays.length === 0) return refuse('NO_HOLIDAYS_OF_YEAR', { values: { year: String(year) } })
  let report: ImportReport | undefined
  const made = await editCalendar(context, async (tx, before) => {
    report = compare(before, list, year)
    await takeOver(tx, report)
    await confirmYear(tx, year, context.clock.now())
    const after = { holidays: list.holidays.map(({ day, name }) => `${day} ${name}`) }
    const old = before.holidays.filter((row) => yearOf(row.day) === year && !row.is_settlement_only)
    return {
      action: 'calendar.holidays_imported',
      about: year,
      before: { holidays: old.map(({ day, name }) => `${day} ${name}`) },
      after,
    }
  })
  return 'action' in made && report ? { ...report, is_applied: true } : refuse('BAD_REQUEST')
}

function read(text: string, year: number): HolidayList | UnreadableList {
  try {
    return parseHolidayList(text, year)
  } catch (error) {
    if (error instanceof UnreadableList) return error
    throw error
  }
}

/** Settlement holidays are not trading holidays: the list does not contain them, and they stay. */
function compare(stored: StoredCalendar, list: HolidayList, year: number): ImportReport {
  const standing = stored.holidays.filter((row) => yearOf(row.day) === year && !row.is_settlement_only)
  const names = new Map(standing.map(({ day, name }) => [day, name]))
  const listed = new Set(list.holidays.map(({ day }) => day))
  return {
    year,
    holidays: list.holidays.map(({ day, name }) => ({ day, name, change: changeOf(names.get(day), name) })),
    removed: standing.filter(({ day }) => !listed.has(day)).map(({ day, name }) => ({ day, name })),
    other_years: list.otherYears,
    refusals: list.refusals.map((refusal) => ({ ...refusal })),
    is_applied: false,
  }
}

function changeOf(old: string | undefined, name: string): 'added' | 'renamed' | 'unchanged' {
  if (old === undefined) return 'added'
  return old === name ? 'unchanged' : 'renamed'
}

async function takeOver(tx: Tx, { holidays, removed }: ImportReport): Promise<void> {
  for (const { day } of removed) await deleteHolidayRow(tx, day)
  for (const { day, name } of holidays) await saveHolidayRow(tx, { day, name, is_settlement_only: false })
}
