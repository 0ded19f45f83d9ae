import { createMaintenance, updateMaintenance } from '@trading-bot/contract/rest/operations/maintenance'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import type { Page } from '@playwright/test'
import { sendAs } from '../fixtures/money.ts'
import { newPerson, storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'

const HOUR_MS = 3_600_000
const TITLE = 'New network cards'

/** What the operator reads about a user's bot, on the list of user bots and on the dashboard. */
async function readAsOperator(page: Page, email: string) {
  await page.goto(`/admin/user-bots?search=${email}`)
  const bot = page.getByRole('row').filter({ hasText: 'EMA Bot' }).first()
  const operations = page.getByRole('region', { name: 'Operations' })
  return { bot, operations, openDashboard: () => page.goto('/admin') }
}

// It reaches every bot of a product whose market runs fast, after the journeys that need them.
test('maintenance and a stop of all bots say the same to the trader and the operator, until they are over', async ({
  adminPage: page,
  admin,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(90_000)
  // A bot of its own: the demo's has traded since the product started, and may have used up the session's entries.
  const trader = await newPerson(request)
  await makeRunning(request, trader)
  const traders = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  const own = await traders.newPage()
  await storeSession(own, trader)
  await own.goto('/dashboard')
  const { panel, status } = botPanel(own)
  await expect(panel).toContainText(
    /Will my bot trade\?\s*(Yes: it trades on its next signal|Not now: entries are over)/,
  )
  const held = async () => (await sendAs(request, trader, readParticipation, {})).bot?.open_positions ?? 0

  // Maintenance.
  const from = Date.now() - 60_000
  const times = { starts_at: new Date(from).toISOString(), ends_at: new Date(from + HOUR_MS).toISOString() }
  const window = { title: TITLE, message: '', ...times }
  const { id } = await sendAs(request, admin, createMaintenance, window)
  await own.reload()
  await expect(panel).toContainText(`Not now: maintenance: ${TITLE}.`)
  const operator = await readAsOperator(page, trader.email)
  await expect(operator.bot).toContainText(`Not now: maintenance: ${TITLE}.`)
  await operator.openDashboard()
  await expect(operator.operations).toContainText('New trades are paused')
  await expect(operator.operations).toContainText(TITLE)
  await sendAs(request, admin, updateMaintenance, { id, ...window, is_active: false })
  await own.reload()
  await expect(panel).not.toContainText('maintenance')

  // The stop, as soon as the bot holds something.
  await expect.poll(held, { timeout: 45_000 }).toBeGreaterThan(0)
  const bots = adminBotsPage(page)
  await bots.open()
  await page.getByRole('button', { name: 'Stop All Bots' }).click()
  await bots.confirm('Stop all bots').click()
  await expect(toast(page, /bots? stopped for today\. Positions: closed \d+/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('region', { name: 'Closing positions' })).toHaveCount(0, { timeout: 20_000 })
  expect(await held()).toBe(0)
  await own.reload()
  await expect(panel).toContainText('Not now: all bots were stopped for today.')
  await readAsOperator(page, trader.email)
  await expect(operator.bot).toContainText('Not now: all bots were stopped for today.')
  await expect(operator.bot).toContainText(await status.innerText())
  await operator.openDashboard()
  await expect(operator.operations).toContainText('All bots were stopped for today')
  await traders.close()
})
