import * as calendar from '@trading-bot/contract/rest/trading/calendar'
import { readTradingStatus } from '@trading-bot/contract/rest/trading/analytics'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { INDIA_CALENDAR_DATA } from '@trading-bot/core/calendar/india-calendar-data'
import { DAY_MS, dayNumberOf } from '@trading-bot/core/time'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { signUp, adminForFile } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { calendarDataOf, readStoredCalendar } from './calendar-store.ts'
import { warnOfUnknownYear } from './index.ts'

const TRAITS = [{ hasDerivatives: true }, { hasDerivatives: false }]
const server = serverForFile({ demo: false })
const admin = adminForFile(server)

/** The calendar that the running process trades by. */
function sessionOn(day: string, traits: object = { hasDerivatives: true }) {
  const found = server.deps.calendar.sessionOf(dayNumberOf(day), { hasDerivatives: true, ...traits })
  return found.ok ? found.value : found.refusal.code
}

test('a new database contains the shipped calendar, day for day', async () => {
  const stored = calendarDataOf(await readStoredCalendar(server.db))
  expect(stored.hours).toEqual(INDIA_CALENDAR_DATA.hours)
  for (let day = dayNumberOf('2024-12-30'); day <= dayNumberOf('2027-01-03'); day++) {
    for (const traits of TRAITS)
      expect(server.deps.calendar.sessionOf(day, traits)).toEqual(INDIA_CALENDAR.sessionOf(day, traits))
  }
})

describe('edits', () => {
  test('a special session entered the same morning trades within moments, without a restart', async () => {
    expect(sessionOn('2026-11-22')).toBe('WEEKEND')
    const session = { day: '2026-11-22', name: 'Muhurat trading', hours: 'not_announced' } as const
    await server.call(calendar.saveSpecialSession, session, admin.access)
    await eventually(() => expect(sessionOn('2026-11-22')).toBe('SESSION_NOT_ANNOUNCED'))
    const hours = { ...session, hours: 'own', opens_at: '18:15', closes_at: '19:15' } as const
    const revision = server.deps.calendar.revision?.()
    expect((await server.call(calendar.saveSpecialSession, hours, admin.access)).status).toBe(200)
    await eventually(() =>
      expect(sessionOn('2026-11-22')).toMatchObject({ openMs: Date.parse('2026-11-22T12:45:00Z'), note: session.name }),
    )
    expect(server.deps.calendar.revision?.()).toBeGreaterThan(revision ?? Infinity)
    await server.call(calendar.deleteSpecialSession, { day: '2026-11-22' }, admin.access)
    await eventually(() => expect(sessionOn('2026-11-22')).toBe('WEEKEND'))
  })

  test('a holiday closes its day, a settlement holiday does not, and each edit has a line in the history', async () => {
    const holiday = { day: '2026-12-09', name: 'State funeral' }
    await server.call(calendar.saveHoliday, holiday, admin.access)
    await eventually(() => expect(sessionOn('2026-12-09')).toBe('HOLIDAY'))
    await server.call(calendar.saveHoliday, { ...holiday, is_settlement_only: true }, admin.access)
    await eventually(() => expect(sessionOn('2026-12-09')).toMatchObject({ note: null }))
    expect((await server.call(calendar.deleteHoliday, { day: '2026-12-09' }, admin.access)).status).toBe(200)
    expect((await server.call(calendar.deleteHoliday, { day: '2026-12-09' }, admin.access)).status).toBe(404)
    const { body } = await server.call(calendar.readCalendarHistory, { year: 2026 }, admin.access)
    expect(body.slice(0, 3)).toMatchObject([
      { action: 'calendar.holiday_removed', before: { ...holiday, is_settlement_only: true } },
      { action: 'calendar.holiday_saved', before: holiday, after: { is_settlement_only: true } },
      { action: 'calendar.holiday_saved', before: null, after: holiday },
    ])
  })

  test('hours and cut-offs apply from their date on; the earliest cannot be removed', async () => {
    const hours = {
      from_day: '2026-12-01',
      opens_at: '09:00',
      closes_at: '15:30',
      auction_closes_at: '15:15',
      entries_until: '14:30',
      square_off_at: '14:45',
    }
    expect((await server.call(calendar.saveSessionHours, hours, admin.access)).status).toBe(200)
    await eventually(() =>
      expect(sessionOn('2026-12-01')).toMatchObject({ squareOffAtMs: Date.parse('2026-12-01T09:15:00Z') }),
    )
    expect(sessionOn('2026-11-30')).toMatchObject({ squareOffAtMs: Date.parse('2026-11-30T09:35:00Z') })
    const early = await server.call(calendar.deleteSessionHours, { day: '2025-01-01' }, admin.access)
    expect(early.body).toMatchObject({ code: 'EARLIEST_HOURS' })
    expect((await server.call(calendar.deleteSessionHours, { day: '2026-12-01' }, admin.access)).status).toBe(200)
    const bad = await server.call(calendar.saveSessionHours, { ...hours, square_off_at: '14:30' }, admin.access)
    expect(bad.body).toMatchObject({ square_off_at: ['Square-off must begin after the last entry'] })
  })

  test('invalid times, dates and names are refused by field', async () => {
    const session = { day: '2026-11-22', name: 'x', hours: 'own', opens_at: '18:15', closes_at: '18:00' } as const
    const save = (change: object) => server.call(calendar.saveSpecialSession, { ...session, ...change }, admin.access)
    expect((await save({})).body).toMatchObject({ closes_at: ['The close must come after the open'] })
    expect((await save({ opens_at: '7 pm' })).body).toMatchObject({ opens_at: ['Enter a time as HH:MM'] })
    expect((await save({ opens_at: null })).body).toMatchObject({ opens_at: ['Enter a time as HH:MM'] })
    expect((await save({ day: '2026-02-30' })).body).toMatchObject({ day: ['Enter a date'] })
    expect((await save({ name: ' ' })).body).toMatchObject({ name: ['Name is required'] })
  })

  test('the calendar is for administrators; the session is for everybody signed in', async () => {
    const { access } = await signUp(server)
    expect((await server.call(calendar.readCalendar, {}, access)).status).toBe(403)
    expect((await server.call(calendar.saveHoliday, { day: '2026-12-09', name: 'x' }, access)).status).toBe(403)
    expect((await server.call(calendar.readMarketSession, {}, access)).status).toBe(200)
    expect((await server.call(calendar.readMarketSession, {})).status).toBe(401)
  })
})

describe('a year', () => {
  test('trades nothing until it is confirmed, whatever days are entered in it', async () => {
    await server.call(calendar.saveHoliday, { day: '2028-01-26', name: 'Republic Day' }, admin.access)
    await server.call(calendar.saveSpecialSession, { day: '2028-02-05', name: 'Budget', hours: 'usual' }, admin.access)
    const { body } = await server.call(calendar.readCalendar, { year: 2028 }, admin.access)
    expect(body).toMatchObject({ is_confirmed: false, holidays: [{ name: 'Republic Day' }] })
    expect(sessionOn('2028-02-07')).toBe('CALENDAR_NOT_KNOWN')
    expect(sessionOn('2028-02-05')).toBe('CALENDAR_NOT_KNOWN')
    await server.call(calendar.confirmCalendarYear, { year: 2028, is_confirmed: true }, admin.access)
    await eventually(() => expect(sessionOn('2028-02-07')).toMatchObject({ note: null }))
    await server.call(calendar.confirmCalendarYear, { year: 2028, is_confirmed: false }, admin.access)
    await eventually(() => expect(sessionOn('2028-02-07')).toBe('CALENDAR_NOT_KNOWN'))
  })

  test('that has begun stays confirmed', async () => {
    const { body } = await server.call(calendar.confirmCalendarYear, { year: 2026, is_confirmed: false }, admin.access)
    expect(body).toMatchObject({ code: 'CALENDAR_YEAR_HAS_BEGUN' })
    expect(sessionOn('2026-11-16')).toMatchObject({ note: null })
  })
})

describe('the market session', () => {
  test('is the same for the top bar and the dashboard', async () => {
    const { access } = await signUp(server)
    const session = await server.call(calendar.readMarketSession, {}, access)
    expect(session.body).toMatchObject({ is_open: true, closes_at: '2026-11-16T10:00:00.000Z', opens_at: null })
    const status = await server.call(readTradingStatus, {}, admin.access)
    expect(status.body.market).toMatchObject({ is_open: true, closes_at: session.body.closes_at })
  })

  test('that is over names the next open, over a weekend and a holiday', async () => {
    server.moveTime(7 * DAY_MS + 10 * 3_600_000)
    const { access } = await signUp(server)
    // Monday evening; Tuesday is Guru Nanak Jayanti.
    const { body } = await server.call(calendar.readMarketSession, {}, access)
    expect(body).toMatchObject({ is_open: false, opens_at: '2026-11-25T03:45:00.000Z' })
    const { market } = (await server.call(readTradingStatus, {}, access)).body
    const note = 'The market has closed for the day.'
    expect(market).toEqual({ is_open: false, is_simulated: false, note, closes_at: null })
    server.moveTime(-7 * DAY_MS - 10 * 3_600_000)
  })
})

describe('before the first unknown year', () => {
  const alerts = async () => (await server.call(calendar.readCalendarAlerts, {}, admin.access)).body
  const mails = async () =>
    (await server.db.selectFrom('mails').selectAll().execute()).filter(({ subject }) => subject.includes('2027'))

  test('administrators are warned from sixty days ahead, and mailed more often as it comes closer', async () => {
    server.moveTime(-20 * DAY_MS)
    expect(await alerts()).toEqual([])
    await warnOfUnknownYear(server.deps)
    expect(await mails()).toHaveLength(0)
    server.moveTime(20 * DAY_MS)
    expect(await alerts()).toMatchObject([
      { kind: 'UNKNOWN_YEAR', year: 2027, text: expect.stringContaining('From 1 Jan 2027 no bot trades') },
    ])
    await warnOfUnknownYear(server.deps)
    await warnOfUnknownYear(server.deps)
    expect(await mails()).toHaveLength(1)
    server.moveTime(17 * DAY_MS)
    await warnOfUnknownYear(server.deps)
    expect(await mails()).toHaveLength(2)
    server.moveTime(-17 * DAY_MS)
  })

  test('a special session without hours is reported a week ahead', async () => {
    const session = { day: '2026-11-22', name: 'Muhurat trading', hours: 'not_announced' } as const
    await server.call(calendar.saveSpecialSession, session, admin.access)
    expect(await alerts()).toMatchObject([
      { kind: 'UNKNOWN_YEAR' },
      { kind: 'HOURS_NOT_ANNOUNCED', text: expect.stringContaining('Sun, 22 Nov 2026 has no hours yet') },
    ])
    await server.call(calendar.deleteSpecialSession, { day: '2026-11-22' }, admin.access)
  })
})
