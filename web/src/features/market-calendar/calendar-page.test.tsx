import {
  type Calendar,
  deleteSpecialSession,
  importHolidays,
  readCalendar,
  readCalendarAlerts,
  saveSpecialSession,
  type SpecialSession,
} from '@trading-bot/contract/rest/trading/calendar'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, rowsOf } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const state = page.css('section[aria-label="State of 2027"]')
const list = dialog.getByLabelText('Or paste the list')
const REPORT = {
  year: 2027,
  holidays: [
    { day: '2027-01-26', name: 'Republic Day', change: 'added' },
    { day: '2027-12-25', name: 'Christmas', change: 'added' },
  ],
  removed: [],
  other_years: 0,
  refusals: [],
  is_applied: false,
} as const
let calendar: Calendar

beforeEach(() => {
  signInAs('admin')
  const known = recorded(readCalendar)
  calendar = { ...known, year: 2027, is_confirmed: false, has_begun: false, holidays: [], special_sessions: [] }
  answer(readCalendar, () => calendar)
})

test('an administrator imports next year’s holidays: an unclear row is reported, the rest previewed and confirmed', async () => {
  await visit('/admin/calendar?year=2027')
  await expect.element(state).toHaveTextContent('No bot trades on NSE')
  await button('Import holidays').click()
  answer(importHolidays, { ...REPORT, refusals: [{ row: 3, reason: '“31-Feb-2027” is not a date.' }] } as never)
  await list.fill('26-Jan-2027,Republic Day')
  await button('Preview', dialog).click()
  await expect.element(dialog).toHaveTextContent('Row 3: “31-Feb-2027” is not a date.')
  await expect.element(button('Import and confirm 2027', dialog)).not.toBeInTheDocument()
  answer(importHolidays, ({ body }) => {
    const { apply: is_applied } = body as { apply: boolean }
    const holidays = REPORT.holidays.map(({ day, name }) => ({ day, name, is_settlement_only: false }))
    if (is_applied) calendar = { ...calendar, is_confirmed: true, holidays }
    return { ...REPORT, is_applied } as never
  })
  await list.fill('26-Jan-2027,Republic Day\n25-Dec-2027,Christmas')
  await button('Preview', dialog).click()
  await expect.poll(() => rowsOf('What the list changes').elements()).toHaveLength(2)
  await button('Import and confirm 2027', dialog).click()
  await expect.element(toast('2 holidays of 2027 imported. The year is confirmed.')).toBeVisible()
  await expect.element(state).toHaveTextContent('2027 is confirmed')
  await expect.element(rowsOf('Holidays of 2027').first()).toHaveTextContent('Republic Day')
  expect(sentTo(importHolidays).map(({ body }) => (body as { apply: boolean }).apply)).toEqual([false, false, true])
})

test('the account menu links an administrator to the calendar', async () => {
  await visit('/admin/bots')
  await button('Your account').click()
  await page.getByRole('menuitem', { name: 'Market calendar' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Market calendar' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Usual hours' })).toBeVisible()
})

test('a text that is not a holiday list is rejected with a message', async () => {
  refuse(importHolidays, 400, { text: ['Paste the list or choose a file'] })
  await visit('/admin/calendar?year=2027')
  await button('Import holidays').click()
  await button('Preview', dialog).click()
  await expect.element(dialog).toHaveTextContent('Paste the list or choose a file')
  refuse(importHolidays, 400, { error: 'The list is not understood: it has no column named Date.' })
  await list.fill('holidays, please')
  await button('Preview', dialog).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('it has no column named Date.')
})

test('a special session is added, given its hours and removed', async () => {
  const field = (label: string) => dialog.getByLabelText(label)
  const save = button('Save session', dialog)
  answer(saveSpecialSession, ({ body }) => {
    calendar = { ...calendar, special_sessions: [body as SpecialSession] }
    return { message: 'Special session saved.' }
  })
  answer(deleteSpecialSession, () => {
    calendar = { ...calendar, special_sessions: [] }
    return { message: 'Special session removed.' }
  })
  await visit('/admin/calendar?year=2027')
  await button('Add special session').click()
  await save.click()
  await expect.element(dialog).toHaveTextContent('Enter a date')
  await field('Date').fill('2027-10-30')
  await field('Name').fill('Muhurat trading')
  await field('Opens (India time)').fill('18:15')
  await field('Closes (India time)').fill('18:00')
  await save.click()
  await expect.element(dialog).toHaveTextContent('The close must come after the open')
  await field('Closes (India time)').fill('19:15')
  await save.click()
  const row = rowsOf('Special sessions of 2027')
  await expect.element(row).toHaveTextContent('18:15 to 19:15')
  await button(/^Remove Muhurat/, row).click()
  await button('Remove session', dialog).click()
  await expect.element(toast('Special session removed.')).toBeVisible()
  await expect.element(page.getByText('No special sessions in 2027')).toBeVisible()
})

test('the banner warns administrators of an unconfirmed year and links to it', async () => {
  answer(readCalendarAlerts, [{ kind: 'UNKNOWN_YEAR', year: 2027, text: 'NSE’s holidays are not confirmed yet.' }])
  await visit('/admin/bots')
  const banner = page.css('section[aria-label="Market calendar"]')
  await expect.element(banner).toHaveTextContent('are not confirmed yet')
  await banner.getByRole('link', { name: 'Open the calendar' }).click()
  await expect.element(state).toBeVisible()
  expect(sentTo(readCalendar).at(-1)?.query.get('year')).toBe('2027')
})
