import { confirmCalendarYear, deleteHoliday, readCalendar } from '@trading-bot/contract/rest/trading/calendar'
import { calendarPage } from '../pages/admin/calendar-page.ts'
import { sendAs } from '../fixtures/money.ts'
import { shell } from '../pages/platform/shell.ts'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { expect, test, toast } from '../fixtures/test.ts'

// All tests share one calendar, so these run one after another and clean up.
test.describe.configure({ mode: 'serial' })

const NEXT_YEAR = new Date().getFullYear() + 1
const LIST = `"SR. NO.","DATE","DAY","DESCRIPTION"
"1","26-Jan-${NEXT_YEAR}","${weekday(`${NEXT_YEAR}-01-26`)}","Republic Day"
"2","25-Dec-${NEXT_YEAR}","${weekday(`${NEXT_YEAR}-12-25`)}","Christmas"`

function weekday(day: string): string {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
}

test.afterAll(async ({ playwright, admin }, { project }) => {
  const request = await playwright.request.newContext({ baseURL: project.use.baseURL! })
  await sendAs(request, admin, confirmCalendarYear, { year: NEXT_YEAR, is_confirmed: false })
  const { holidays } = await sendAs(request, admin, readCalendar, { year: NEXT_YEAR })
  for (const { day } of holidays) await sendAs(request, admin, deleteHoliday, { day })
})

test('an administrator imports next year’s holidays: an unclear row is reported, the rest previewed and confirmed', async ({
  adminPage: page,
}) => {
  const calendar = calendarPage(page)
  await calendar.open(NEXT_YEAR)
  await expect(calendar.state(NEXT_YEAR)).toContainText('No bot trades on NSE')
  await calendar.importHolidays.click()
  await calendar.list.fill(`${LIST}\n"3","31-Feb-${NEXT_YEAR}","Monday","No such day"`)
  await calendar.preview.click()
  await expect(calendar.dialog).toContainText(`Row 3: “31-Feb-${NEXT_YEAR}” is not a date.`)
  await expect(calendar.apply).toBeHidden()
  await calendar.list.fill(LIST)
  await calendar.preview.click()
  await expect(calendar.changes.getByRole('row')).toHaveCount(3)
  await calendar.apply.click()
  await expect(toast(page, `2 holidays of ${NEXT_YEAR} imported. The year is confirmed.`)).toBeVisible()
  await expect(calendar.state(NEXT_YEAR)).toContainText(`${NEXT_YEAR} is confirmed`)
  await expect(calendar.holidays(NEXT_YEAR)).toContainText('Republic Day')
  await expect(calendar.history).toContainText('Holidays imported')
})

test('the account menu links an administrator to the calendar', async ({ adminPage: page }) => {
  await page.goto('/admin/bots')
  await shell(page).account.click()
  await page.getByRole('menuitem', { name: 'Market calendar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Market calendar' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Usual hours' })).toBeVisible()
  await expectNoViolations(page, 'the market calendar')
})

test('a text that is not a holiday list is rejected with a message', async ({ adminPage: page }) => {
  const calendar = calendarPage(page)
  await calendar.open(NEXT_YEAR)
  await calendar.importHolidays.click()
  await calendar.preview.click()
  await expect(calendar.dialog).toContainText('Paste the list or choose a file')
  await calendar.list.fill('holidays, please')
  await calendar.preview.click()
  await expect(calendar.dialog.getByRole('alert')).toContainText('it has no column named Date.')
})

test('a special session is added, given its hours and removed', async ({ adminPage: page }) => {
  const calendar = calendarPage(page)
  await calendar.open(NEXT_YEAR)
  await page.getByRole('button', { name: 'Add special session' }).click()
  await calendar.dialog.getByRole('button', { name: 'Save session' }).click()
  await expect(calendar.dialog).toContainText('Enter a date')
  await calendar.dialog.getByLabel('Date').fill(`${NEXT_YEAR}-10-30`)
  await calendar.dialog.getByLabel('Name').fill('Muhurat trading')
  await calendar.dialog.getByLabel('Opens (India time)').fill('18:15')
  await calendar.dialog.getByLabel('Closes (India time)').fill('18:00')
  await calendar.dialog.getByRole('button', { name: 'Save session' }).click()
  await expect(calendar.dialog).toContainText('The close must come after the open')
  await calendar.dialog.getByLabel('Closes (India time)').fill('19:15')
  await calendar.dialog.getByRole('button', { name: 'Save session' }).click()
  await expect(calendar.sessions(NEXT_YEAR)).toContainText('18:15 to 19:15')
  await calendar
    .sessions(NEXT_YEAR)
    .getByRole('button', { name: /^Remove Muhurat/ })
    .click()
  await calendar.dialog.getByRole('button', { name: 'Remove session' }).click()
  await expect(toast(page, 'Special session removed.')).toBeVisible()
  await expect(page.getByText(`No special sessions in ${NEXT_YEAR}`)).toBeVisible()
})

test('the banner warns administrators of an unconfirmed year and links to it', async ({ adminPage: page }) => {
  // The real alert appears sixty days before the year; the mock does not depend on today’s date.
  await page.route('**/api/admin/calendar/alerts/', (route) =>
    route.fulfill({
      json: [{ kind: 'UNKNOWN_YEAR', year: NEXT_YEAR, text: `NSE’s holidays of ${NEXT_YEAR} are not confirmed yet.` }],
    }),
  )
  await page.goto('/admin/bots')
  const { banner, state } = calendarPage(page)
  await expect(banner).toContainText('are not confirmed yet')
  await banner.getByRole('link', { name: 'Open the calendar' }).click()
  await expect(state(NEXT_YEAR)).toBeVisible()
})
