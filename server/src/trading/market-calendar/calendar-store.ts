import type { Holiday, SessionHours, SpecialSession } from '@trading-bot/contract/rest/trading/calendar'
import type { AuctionMembership, CalendarData } from '@trading-bot/core/calendar/calendar-data'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { CALENDAR_LOCK } from '../../platform/db/locks.ts'

/** Every row of the calendar, in the order of its days. */
export type StoredCalendar = {
  /** Years whose list of holidays is confirmed. */
  readonly years: readonly number[]
  readonly holidays: readonly Holiday[]
  readonly special_sessions: readonly SpecialSession[]
  readonly hours: readonly SessionHours[]
  readonly memberships: readonly AuctionMembership[]
}

/** One statement for a consistent read; as JSON, so that a day is text and not an instant in some time zone. */
export async function readStoredCalendar(db: Queryable): Promise<StoredCalendar> {
  const { rows } = await sql<StoredCalendar>`
    select
      (select coalesce(json_agg(year order by year), '[]') from calendar_years) as years,
      (select coalesce(json_agg(h order by h.day), '[]') from market_holidays h) as holidays,
      (select coalesce(json_agg(s order by s.day), '[]') from special_sessions s) as special_sessions,
      (select coalesce(json_agg(h order by h.from_day), '[]') from session_hours h) as hours,
      (select coalesce(json_agg(json_build_object('token', token, 'from', from_day, 'isMember', is_member)), '[]')
        from auction_memberships) as memberships`.execute(db)
  return rows[0] as StoredCalendar
}

/** The rows as core expects a calendar. */
export function calendarDataOf(stored: StoredCalendar): CalendarData {
  return {
    hours: stored.hours.map((row) => ({
      from: row.from_day,
      open: row.opens_at,
      close: row.closes_at,
      closeWithDerivatives: row.auction_closes_at,
      cutoffs: { entriesUntil: row.entries_until, squareOffAt: row.square_off_at },
    })),
    years: stored.years.map((year) => ({ year, ...holidaysOf(stored.holidays, year) })),
    specialSessions: stored.special_sessions.map(({ day, name, hours, opens_at, closes_at }) => ({
      day,
      name,
      hours:
        hours === 'own' && opens_at !== null && closes_at !== null
          ? { open: opens_at, close: closes_at }
          : hours === 'usual'
            ? 'usual'
            : 'not announced',
    })),
    closingAuction: stored.memberships,
  }
}

function holidaysOf(all: readonly Holiday[], year: number) {
  const holidays = all.filter(({ day }) => yearOf(day) === year)
  return {
    holidays: Object.fromEntries(holidays.filter((row) => !row.is_settlement_only).map(({ day, name }) => [day, name])),
    settlementHolidays: holidays.filter((row) => row.is_settlement_only).map(({ day }) => day),
  }
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

/** Edits run one at a time, because an import compares its list with the stored one. */
export async function lockCalendar(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CALENDAR_LOCK})`.execute(tx)
}

/** Every process reloads the calendar when the transaction commits. */
export async function announceCalendar(tx: Queryable): Promise<void> {
  await sql`select pg_notify('market_calendar', '')`.execute(tx)
}

export async function saveHolidayRow(tx: Tx, { day, name, is_settlement_only }: Holiday): Promise<void> {
  await tx
    .insertInto('market_holidays')
    .values({ day, name, is_settlement_only })
    .onConflict((on) => on.column('day').doUpdateSet({ name, is_settlement_only }))
    .execute()
}

export async function saveSpecialSessionRow(tx: Tx, { day, ...fields }: SpecialSession): Promise<void> {
  await tx
    .insertInto('special_sessions')
    .values({ day, ...fields })
    .onConflict((on) => on.column('day').doUpdateSet(fields))
    .execute()
}

export async function saveHoursRow(tx: Tx, { from_day, ...fields }: SessionHours): Promise<void> {
  await tx
    .insertInto('session_hours')
    .values({ from_day, ...fields })
    .onConflict((on) => on.column('from_day').doUpdateSet(fields))
    .execute()
}

export async function deleteHolidayRow(tx: Tx, day: string): Promise<void> {
  await sql`delete from market_holidays where day = ${day}`.execute(tx)
}

export async function deleteSpecialSessionRow(tx: Tx, day: string): Promise<void> {
  await sql`delete from special_sessions where day = ${day}`.execute(tx)
}

export async function deleteHoursRow(tx: Tx, fromDay: string): Promise<void> {
  await sql`delete from session_hours where from_day = ${fromDay}`.execute(tx)
}

export async function confirmYear(tx: Tx, year: number, now: Date): Promise<void> {
  const row = { year, confirmed_at: now }
  await tx
    .insertInto('calendar_years')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function reopenYear(tx: Tx, year: number): Promise<void> {
  await tx.deleteFrom('calendar_years').where('year', '=', year).execute()
}
