// The market calendar: NSE's trading days and hours as administrators edit them, and the current market state.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Message, queryNumber, required, Time, dayInput } from '../shapes.ts'
import { HistoryLine } from '../billing/subscription-reports.ts'

const Day = dayInput('Enter a date')
const ClockTime = z.string('Enter a time as HH:MM').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM'))
const CLOSE_AFTER_OPEN = 'The close must come after the open'
const YEARS = { min: 2000, max: 2100 }
const ByDay = z.strictObject({ day: Day })

/** Also the form's schema, like the two below. */
export const HolidayForm = z.strictObject({
  day: Day,
  name: required('Name is required', { max: 80 }),
  is_settlement_only: z._default(z.boolean(), false),
})
export const SpecialSessionForm = z
  .strictObject({
    day: Day,
    name: required('Name is required', { max: 80 }),
    hours: z.enum(['usual', 'own', 'not_announced'], 'Choose the hours'),
    opens_at: z._default(z.nullable(ClockTime), null),
    closes_at: z._default(z.nullable(ClockTime), null),
  })
  .check(
    z.refine(({ hours, opens_at }) => hours !== 'own' || opens_at !== null, {
      path: ['opens_at'],
      error: 'Enter a time as HH:MM',
    }),
    z.refine(({ hours, opens_at, closes_at }) => hours !== 'own' || isAfter(closes_at, opens_at), {
      path: ['closes_at'],
      error: CLOSE_AFTER_OPEN,
    }),
  )
export const SessionHoursForm = z
  .strictObject({
    from_day: Day,
    opens_at: ClockTime,
    closes_at: ClockTime,
    auction_closes_at: ClockTime,
    entries_until: ClockTime,
    square_off_at: ClockTime,
  })
  .check(
    z.refine((form) => isAfter(form.closes_at, form.opens_at), { path: ['closes_at'], error: CLOSE_AFTER_OPEN }),
    z.refine((form) => isAfter(form.auction_closes_at, form.opens_at), {
      path: ['auction_closes_at'],
      error: CLOSE_AFTER_OPEN,
    }),
    z.refine((form) => isAfter(form.square_off_at, form.entries_until), {
      path: ['square_off_at'],
      error: 'Square-off must begin after the last entry',
    }),
  )

function isAfter(later: string | null, earlier: string | null): boolean {
  return later !== null && earlier !== null && later > earlier
}

export const Holiday = z.object({ day: z.string(), name: z.string(), is_settlement_only: z.boolean() })
export type Holiday = z.infer<typeof Holiday>
export const SpecialSession = z.object({
  day: z.string(),
  name: z.string(),
  hours: z.enum(['usual', 'own', 'not_announced']),
  opens_at: z.nullable(z.string()),
  closes_at: z.nullable(z.string()),
})
export type SpecialSession = z.infer<typeof SpecialSession>
export const SessionHours = z.object({
  from_day: z.string(),
  opens_at: z.string(),
  closes_at: z.string(),
  auction_closes_at: z.string(),
  entries_until: z.string(),
  square_off_at: z.string(),
})
export type SessionHours = z.infer<typeof SessionHours>

const CalendarYear = z.object({
  year: z.int(),
  /** There is no trading in a year whose list is not confirmed. */
  is_confirmed: z.boolean(),
  /** A confirmation can be withdrawn until the year starts. */
  has_begun: z.boolean(),
  holidays: z.int(),
})

export const readCalendar = call({
  method: 'GET',
  path: '/admin/calendar/',
  access: 'admin',
  summary: 'The market calendar of one year, the usual hours by date, and the years that are known.',
  query: z.strictObject({ year: z.optional(queryNumber(YEARS)) }),
  answer: z.object({
    year: z.int(),
    is_confirmed: z.boolean(),
    has_begun: z.boolean(),
    years: z.array(CalendarYear),
    holidays: z.array(Holiday),
    special_sessions: z.array(SpecialSession),
    hours: z.array(SessionHours),
  }),
})
export type Calendar = z.infer<typeof readCalendar.answer>

export const readCalendarHistory = call({
  method: 'GET',
  path: '/admin/calendar/history/',
  access: 'admin',
  summary: 'Who changed the calendar of a year or the usual hours, newest first.',
  query: z.strictObject({ year: queryNumber(YEARS) }),
  answer: z.array(HistoryLine),
})

export const CalendarAlert = z.object({
  kind: z.enum(['UNKNOWN_YEAR', 'HOURS_NOT_ANNOUNCED']),
  /** The year whose calendar needs an administrator. */
  year: z.int(),
  text: z.string(),
})
export type CalendarAlert = z.infer<typeof CalendarAlert>

export const readCalendarAlerts = call({
  method: 'GET',
  path: '/admin/calendar/alerts/',
  access: 'admin',
  summary: 'Calendar tasks for an administrator: a year that is not confirmed, hours that are not announced.',
  answer: z.array(CalendarAlert),
})

export const confirmCalendarYear = call({
  method: 'PUT',
  path: '/admin/calendar/years/{year}/',
  access: 'admin',
  summary: 'Confirm that the holidays of a year are complete, or withdraw that before the year starts.',
  params: z.strictObject({ year: queryNumber(YEARS) }),
  body: z.strictObject({ is_confirmed: z.boolean('Say whether the year is confirmed') }),
  answer: Message,
})

export const saveHoliday = call({
  method: 'PUT',
  path: '/admin/calendar/holidays/',
  access: 'admin',
  summary: 'Add a holiday, or change its name.',
  body: HolidayForm,
  answer: Message,
})
export const deleteHoliday = call({
  method: 'DELETE',
  path: '/admin/calendar/holidays/{day}/',
  access: 'admin',
  summary: 'Remove a holiday; the day follows the rule of its weekday.',
  params: ByDay,
  answer: Message,
})

export const saveSpecialSession = call({
  method: 'PUT',
  path: '/admin/calendar/sessions/',
  access: 'admin',
  summary: 'Add or change a special session; engines use its hours within seconds.',
  body: SpecialSessionForm,
  answer: Message,
})
export const deleteSpecialSession = call({
  method: 'DELETE',
  path: '/admin/calendar/sessions/{day}/',
  access: 'admin',
  summary: 'Remove a special session; the day follows the rest of the calendar.',
  params: ByDay,
  answer: Message,
})

export const saveSessionHours = call({
  method: 'PUT',
  path: '/admin/calendar/hours/',
  access: 'admin',
  summary: 'The usual hours and the cut-offs of bots from a day on.',
  body: SessionHoursForm,
  answer: Message,
})
export const deleteSessionHours = call({
  method: 'DELETE',
  path: '/admin/calendar/hours/{day}/',
  access: 'admin',
  summary: 'Remove hours; the previous ones apply again. The earliest hours cannot be removed.',
  params: ByDay,
  answer: Message,
})

const ImportedHoliday = z.object({
  day: z.string(),
  name: z.string(),
  change: z.enum(['added', 'renamed', 'unchanged']),
})
export const ImportReport = z.object({
  year: z.int(),
  holidays: z.array(ImportedHoliday),
  /** In the calendar but not in the list. */
  removed: z.array(z.object({ day: z.string(), name: z.string() })),
  /** Rows of the list for other years. */
  other_years: z.int(),
  /** Unreadable rows; nothing is applied while there are any. */
  refusals: z.array(z.object({ row: z.int(), reason: z.string() })),
  is_applied: z.boolean(),
})
export type ImportReport = z.infer<typeof ImportReport>

export const importHolidays = call({
  method: 'POST',
  path: '/admin/calendar/import/',
  access: 'admin',
  summary:
    'Read the exchange’s list of holidays as CSV or JSON; with apply it replaces the year’s list and confirms it.',
  body: z.strictObject({
    year: z.int('Choose a year').check(z.gte(YEARS.min, 'Choose a year'), z.lte(YEARS.max, 'Choose a year')),
    text: z
      .string('Paste the list or choose a file')
      .check(
        z.minLength(1, 'Paste the list or choose a file'),
        z.maxLength(200_000, 'The list is too long for a year of holidays'),
      ),
    apply: z._default(z.boolean(), false),
  }),
  answer: ImportReport,
})

export const readMarketSession = call({
  method: 'GET',
  path: '/market/session/',
  access: 'signed-in',
  summary: 'Whether the market is open, why not, and how long the answer is valid.',
  answer: z.object({
    is_open: z.boolean(),
    is_simulated: z.boolean(),
    /** Name of a special session, or why the market is closed. */
    note: z.string(),
    closes_at: z.nullable(Time),
    /** Null while the market is open, and if the next session is unknown. */
    opens_at: z.nullable(Time),
  }),
})
