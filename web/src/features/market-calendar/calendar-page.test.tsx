import * as api from '@trading-bot/contract/rest/trading/calendar'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectSaid, fill, rowsOf } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

const state = page.css('section[aria-label="State of 2027"]')
const list = dialog.getByLabelText('Or paste the list')
const HOLIDAYS = [
  { day: '2027-01-26', name: 'Republic Day', change: 'added' },
  { day: '2027-12-25', name: 'Christmas', change: 'added' },
] as const
const REPORT = { year: 2027, holidays: HOLIDAYS, removed: [], other_years: 0, refusals: [], is_applied: false }
let calendar: api.Calendar

beforeEach(() => {
  signInAs('admin')
  const known = recorded(api.readCalendar)
  calendar = { ...known, year: 2027, is_confirmed: false, has_begun: false, holidays: [], special_sessions: [] }
  answer(api.readCalendar, () => calendar)
})

test('an administrator imports next year’s holidays: another text and an unclear row are reported, the rest previewed and confirmed', async () => {
  await visit('/admin/calendar?year=2027')
  await expect.element(state).toHaveTextContent('No bot trades on NSE')
  await button('Import holidays').click()
  refuse(api.importHolidays, 400, { text: ['Paste the list or choose a file'] })
  await button('Preview', dialog).click()
  await expect.element(dialog).toHaveTextContent('Paste the list or choose a file')
  refuse(api.importHolidays, 400, { error: 'The list is not understood: it has no column named Date.' })
  await list.fill('holidays, please')
  await button('Preview', dialog).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('it has no column named Date.')
  answer(api.importHolidays, { ...REPORT, refusals: [{ row: 3, reason: '“31-Feb-2027” is not a date.' }] } as never)
  await list.fill('26-Jan-2027,Republic Day')
  await button('Preview', dialog).click()
  await expect.element(dialog).toHaveTextContent('Row 3: “31-Feb-2027” is not a date.')
  await expect.element(button('Import and confirm 2027', dialog)).not.toBeInTheDocument()
  answer(api.importHolidays, ({ body }) => {
    const { apply: is_applied } = body as { apply: boolean }
    const holidays = HOLIDAYS.map(({ day, name }) => ({ day, name, is_settlement_only: false }))
    if (is_applied) calendar = { ...calendar, is_confirmed: true, holidays }
    return { ...REPORT, is_applied } as never
  })
  await list.fill('26-Jan-2027,Republic Day\n25-Dec-2027,Christmas')
  await button('Preview', dialog).click()
  await expect.poll(() => rowsOf('What the list changes').elements()).toHaveLength(2)
  await expectSaid(button('Import and confirm 2027', dialog), '2 holidays of 2027 imported. The year is confirmed.')
  await expect.element(state).toHaveTextContent('2027 is confirmed')
  await expect.element(rowsOf('Holidays of 2027').first()).toHaveTextContent('Republic Day')
  const applied = sentTo(api.importHolidays).map(({ body }) => (body as { apply: boolean }).apply)
  expect(applied.slice(-2)).toEqual([false, true])
})

test('the banner warns of an unconfirmed year and links to it, where a special session is added, given its hours and removed', async () => {
  const save = button('Save session', dialog)
  answer(api.saveSpecialSession, ({ body }) => {
    calendar = { ...calendar, special_sessions: [body as api.SpecialSession] }
    return { message: 'Special session saved.' }
  })
  answer(api.deleteSpecialSession, () => {
    calendar = { ...calendar, special_sessions: [] }
    return { message: 'Special session removed.' }
  })
  answer(api.readCalendarAlerts, [{ kind: 'UNKNOWN_YEAR', year: 2027, text: 'NSE’s holidays are not confirmed yet.' }])
  await visit('/admin/bots')
  const banner = page.css('section[aria-label="Market calendar"]')
  await expect.element(banner).toHaveTextContent('are not confirmed yet')
  await banner.getByRole('link', { name: 'Open the calendar' }).click()
  await expect.element(state).toBeVisible()
  expect(sentTo(api.readCalendar).at(-1)?.query.get('year')).toBe('2027')
  await expect.element(page.getByRole('table', { name: 'Usual hours' })).toBeVisible()
  await button('Add special session').click()
  await save.click()
  await expect.element(dialog).toHaveTextContent('Enter a date')
  await fill({ Date: '2027-10-30', Name: 'Muhurat trading' }, dialog)
  await fill({ 'Opens (India time)': '18:15', 'Closes (India time)': '18:00' }, dialog)
  await save.click()
  await expect.element(dialog).toHaveTextContent('The close must come after the open')
  await fill({ 'Closes (India time)': '19:15' }, dialog)
  await save.click()
  const row = rowsOf('Special sessions of 2027')
  await expect.element(row).toHaveTextContent('18:15 to 19:15')
  await button(/^Remove Muhurat/, row).click()
  await expectSaid(button('Remove session', dialog), 'Special session removed.')
  await expect.element(page.getByText('No special sessions in 2027')).toBeVisible()
})
