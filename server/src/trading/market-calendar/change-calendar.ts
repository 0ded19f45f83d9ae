import type {
  confirmCalendarYear as confirm,
  deleteHoliday as removeHoliday,
  deleteSessionHours as removeHours,
  deleteSpecialSession as removeSession,
  saveHoliday as putHoliday,
  saveSessionHours as putHours,
  saveSpecialSession as putSession,
} from '@trading-bot/contract/rest/trading/calendar'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { isoDay, indiaDayNumber } from '@trading-bot/core/time'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import {
  announceCalendar,
  confirmYear,
  deleteHolidayRow,
  deleteHoursRow,
  deleteSpecialSessionRow,
  lockCalendar,
  readStoredCalendar,
  reopenYear,
  saveHolidayRow,
  saveHoursRow,
  saveSpecialSessionRow,
  type StoredCalendar,
  yearOf,
} from './calendar-store.ts'
import { compileCalendar } from './compile-calendar.ts'

export const saveHoliday: UseCase<typeof putHoliday> = (context, holiday) =>
  editCalendar(context, async (tx, before) => {
    await saveHolidayRow(tx, holiday)
    const old = before.holidays.find(({ day }) => day === holiday.day)
    return { action: 'calendar.holiday_saved', about: yearOf(holiday.day), before: old, after: holiday }
  }).then(answered('Holiday saved.'))

export const deleteHoliday: UseCase<typeof removeHoliday> = (context, { day }) =>
  editCalendar(context, async (tx, before) => {
    const old = before.holidays.find((row) => row.day === day)
    if (!old) return refuse('NOT_FOUND')
    await deleteHolidayRow(tx, day)
    return { action: 'calendar.holiday_removed', about: yearOf(day), before: old }
  }).then(answered('Holiday removed.'))

export const saveSpecialSession: UseCase<typeof putSession> = (context, session) =>
  editCalendar(context, async (tx, before) => {
    const isOwn = session.hours === 'own'
    const row = isOwn ? session : { ...session, opens_at: null, closes_at: null }
    await saveSpecialSessionRow(tx, row)
    const old = before.special_sessions.find(({ day }) => day === session.day)
    return { action: 'calendar.session_saved', about: yearOf(session.day), before: old, after: row }
  }).then(answered('Special session saved.'))

export const deleteSpecialSession: UseCase<typeof removeSession> = (context, { day }) =>
  editCalendar(context, async (tx, before) => {
    const old = before.special_sessions.find((row) => row.day === day)
    if (!old) return refuse('NOT_FOUND')
    await deleteSpecialSessionRow(tx, day)
    return { action: 'calendar.session_removed', about: yearOf(day), before: old }
  }).then(answered('Special session removed.'))

export const saveSessionHours: UseCase<typeof putHours> = (context, hours) =>
  editCalendar(context, async (tx, before) => {
    await saveHoursRow(tx, hours)
    const old = before.hours.find(({ from_day }) => from_day === hours.from_day)
    return { action: 'calendar.hours_saved', about: 'hours', before: old, after: hours }
  }).then(answered('Hours saved.'))

export const deleteSessionHours: UseCase<typeof removeHours> = (context, { day }) =>
  editCalendar(context, async (tx, before) => {
    const old = before.hours.find(({ from_day }) => from_day === day)
    if (!old) return refuse('NOT_FOUND')
    if (old === before.hours[0]) return refuse('EARLIEST_HOURS')
    await deleteHoursRow(tx, day)
    return { action: 'calendar.hours_removed', about: 'hours', before: old }
  }).then(answered('Hours removed.'))

export const confirmCalendarYear: UseCase<typeof confirm> = (context, { year, is_confirmed }) =>
  editCalendar(context, async (tx, before) => {
    const wasConfirmed = before.years.includes(year)
    if (!is_confirmed && year <= yearOf(isoDay(indiaDayNumber(context.clock.now().getTime())))) {
      return refuse('CALENDAR_YEAR_HAS_BEGUN', { values: { year: String(year) } })
    }
    // Every year of the exchange has holidays: an empty list is a forgotten list.
    if (is_confirmed && !before.holidays.some((row) => yearOf(row.day) === year && !row.is_settlement_only)) {
      return refuse('CALENDAR_YEAR_EMPTY', { values: { year: String(year) } })
    }
    if (is_confirmed) await confirmYear(tx, year, context.clock.now())
    else await reopenYear(tx, year)
    const line = { before: { is_confirmed: wasConfirmed }, after: { is_confirmed } }
    return { action: is_confirmed ? 'calendar.year_confirmed' : 'calendar.year_reopened', about: year, ...line }
  }).then(answered(is_confirmed ? `${year} confirmed.` : `${year} is no longer confirmed.`))

type Edit = {
  readonly action: string
  /** The year whose history it belongs to, or the hours. */
  readonly about: number | 'hours'
  readonly before?: object | undefined
  readonly after?: object
}

/** One edit at a time: reading, the change, its audit line and the notification of every process in one transaction. */
export async function editCalendar(
  context: Context<'admin'>,
  edit: (tx: Tx, before: StoredCalendar) => Promise<Edit | Refusal>,
): Promise<Edit | Refusal> {
  return context.db.transaction().execute(async (tx) => {
    await lockCalendar(tx)
    const made = await edit(tx, await readStoredCalendar(tx))
    if (!('action' in made)) return made
    // A calendar that could not be read would stop every bot: such an edit is rolled back.
    compileCalendar(await readStoredCalendar(tx))
    const { action, about, before, after } = made
    await recordAudit(tx, context, {
      action,
      subject: { kind: 'calendar', id: String(about) },
      ...(before && { before }),
      ...(after && { after }),
    })
    await announceCalendar(tx)
    return made
  })
}

function answered(message: string) {
  return (made: Edit | Refusal) => ('action' in made ? { message } : made)
}
