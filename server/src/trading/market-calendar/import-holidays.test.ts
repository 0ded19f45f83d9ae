import { confirmCalendarYear, importHolidays, readCalendar } from '@trading-bot/contract/rest/trading/calendar'
import { dayNumberOf } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { adminForFile } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { parseHolidayList, UnreadableList } from './parse-holiday-list.ts'

const server = serverForFile({ demo: false })
const admin = adminForFile(server)

const run = (year: number, text: string, apply = false) =>
  server.call(importHolidays, { year, text, apply }, admin.access)

const CSV = `"SR. NO.","DATE","DAY","DESCRIPTION"
"1","26-Jan-2027","Tuesday","Republic Day"
"2","22-Mar-2027","Monday","Holi"
"3","29-Oct-2027","Friday","Diwali Laxmi Pujan*"
"4","25-Dec-2026","Friday","Christmas"
`
const JSON_LIST = JSON.stringify({
  CM: [
    { tradingDate: '26-Jan-2027', weekDay: 'Tuesday', description: 'Republic Day', Sr_no: 1 },
    { tradingDate: '15-Aug-2027', weekDay: 'Sunday', description: 'Independence Day', Sr_no: 2 },
  ],
  FO: [{ tradingDate: '01-Feb-2027', weekDay: 'Monday', description: 'Another segment', Sr_no: 1 }],
})

test('the exchange’s CSV is previewed and changes nothing until it is applied; then the year is confirmed', async () => {
  const preview = await run(2027, CSV)
  expect(preview.body).toMatchObject({
    holidays: [
      { day: '2027-01-26', name: 'Republic Day', change: 'added' },
      { day: '2027-03-22', name: 'Holi', change: 'added' },
      { day: '2027-10-29', name: 'Diwali Laxmi Pujan', change: 'added' },
    ],
    removed: [],
    other_years: 1,
    refusals: [],
    is_applied: false,
  })
  const before = await server.call(readCalendar, { year: 2027 }, admin.access)
  expect(before.body).toMatchObject({ is_confirmed: false, holidays: [] })
  expect((await run(2027, CSV, true)).body).toMatchObject({ is_applied: true })
  const sessionOn = (day: string) => server.deps.calendar.sessionOf(dayNumberOf(day), { hasDerivatives: true })
  await eventually(() => expect(sessionOn('2027-03-22')).toMatchObject({ refusal: { code: 'HOLIDAY' } }))
  expect(sessionOn('2027-03-23')).toMatchObject({ ok: true })
})

test('a second list of the year adds, renames and removes; the exchange’s JSON is read by its cash segment', async () => {
  const { body } = await run(2027, JSON_LIST, true)
  expect(body.holidays).toMatchObject([
    { day: '2027-01-26', change: 'unchanged' },
    { day: '2027-08-15', change: 'added' },
  ])
  expect(body.removed.map(({ day }) => day)).toEqual(['2027-03-22', '2027-10-29'])
  const { body: after } = await server.call(readCalendar, { year: 2027 }, admin.access)
  expect(after.holidays.map(({ day }) => day)).toEqual(['2027-01-26', '2027-08-15'])
  expect(after.is_confirmed).toBe(true)
  await server.call(confirmCalendarYear, { year: 2027, is_confirmed: false }, admin.access)
})

test('a list with one unclear row is shown with the reason and never applied', async () => {
  const list = `${CSV}5,31-Feb-2027,Monday,No such day\n6,14-Apr-2027,Monday,Ambedkar Jayanti\n`
  const { body } = await run(2027, list)
  expect(body.refusals).toEqual([
    { row: 5, reason: '“31-Feb-2027” is not a date.' },
    { row: 6, reason: '14-Apr-2027 is a Wednesday, the list says Monday.' },
  ])
  expect((await run(2027, list, true)).body).toMatchObject({ code: 'CALENDAR_ROWS_REFUSED' })
})

test.each([
  ['', 'Paste the list or choose a file'],
  ['[{"tradingDate":', 'it is not valid JSON.'],
  ['{"FO":[]}', 'it is neither a list nor an object with the list CM.'],
  ['[]', 'it has no rows with a date and a description.'],
  ['a,b\n1,2\n', 'it has no column named Date.'],
  ['"date","unclosed', 'it is neither CSV nor JSON.'],
])('a text that is not a list is refused with a sentence: %j', async (text, sentence) => {
  const { status, body } = await run(2027, text, true)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(sentence)
})

test('a list without a day of the year is refused', async () => {
  expect((await run(2030, CSV, true)).body).toMatchObject({ code: 'NO_HOLIDAYS_OF_YEAR' })
})

test.each([
  ['2027-01-26', '2027-01-26'],
  ['26-Jan-2027', '2027-01-26'],
  ['26 January 2027', '2027-01-26'],
  ['January 26, 2027', '2027-01-26'],
  ['Jan 26 2027', '2027-01-26'],
  ['05/03/2027', '2027-03-05'],
  ['5.3.2027', '2027-03-05'],
])('a date written %s is parsed with the day before the month', (text, day) => {
  expect(parseHolidayList(`Date;x,Date,Holiday\n,"${text}",x`.replace('Date;x', 'no'), 2027).holidays).toMatchObject([
    { day },
  ])
})

test('one day with two different names is unclear; with the same name it is one holiday', () => {
  const twice = (second: string) => parseHolidayList(`Date,Description\n2027-01-26,A\n2027-01-26,${second}`, 2027)
  expect(twice('A')).toMatchObject({ holidays: [{ name: 'A' }], refusals: [] })
  expect(twice('B').refusals).toHaveLength(1)
  expect(() => parseHolidayList('nothing', 2027)).toThrow(UnreadableList)
})
