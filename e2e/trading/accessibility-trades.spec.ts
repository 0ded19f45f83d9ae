import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { adminDashboardPage } from '../pages/admin/admin-dashboard-page.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'
import { tradeAnalyticsPage } from '../pages/trading/trade-analytics-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { feedTrade } from '../fixtures/trades.ts'
import { paperBot, paperOrder, paperPosition } from '../fixtures/trading.ts'

// Running every axe rule on every state is slow, so a busy machine gets more time.
test.setTimeout(60_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds no violations on trade analytics, in light and dark', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/analytics')
  await analytics.recent.waitFor()
  await expectNoViolations(page, 'analytics')
  await analytics.recent.locator('tbody button').first().click()
  await analytics.drawer.getByText('Round trip, net').waitFor()
  await expectNoViolations(page, 'analytics, trade')
  await analytics.open('/trades?view=performance')
  await analytics.charts.first().waitFor()
  await expectNoViolations(page, 'trades, performance')
})

test('axe finds no violations on the trade monitor, while exporting and before the first trade', async ({
  page,
  trader,
  person,
}) => {
  await storeSession(page, trader)
  const analytics = tradeAnalyticsPage(page)
  const rows = ['executed', 'pending', 'cancelled', 'dreamt'].map((status) => feedTrade({ id: status, status }))
  await page.route('**/api/bots/trades/realtime/**', (route) => route.fulfill(json(200, rows)))
  await analytics.open('/trades?view=real-time')
  await analytics.feed.waitFor()
  await analytics.market.getByText('Open', { exact: true }).waitFor()
  await expectNoViolations(page, 'trades, real-time')
  await analytics.export.click()
  await analytics.exportDialog.waitFor()
  await expectNoViolations(page, 'trades, export')
  await storeSession(page, person)
  await analytics.open()
  await page.getByText('No trading activity yet').waitFor()
  await expectNoViolations(page, 'trades, none')
})

test('axe finds no violations on the admin dashboard, loaded or failed, in light and dark', async ({
  adminPage: page,
}) => {
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await dashboard.card('Users').waitFor()
  await expectNoViolations(page, 'admin')
  await page.route('**/api/admin/dashboard/', (route) => route.fulfill(json(500, {})))
  await page.reload()
  await dashboard.failure.waitFor()
  await expect(page.locator('[data-kind]')).toHaveCount(0, { timeout: 10_000 })
  await expectNoViolations(page, 'admin, unread')
})

test('axe finds no violations on the dashboard and the bot’s switches, in light and dark', async ({
  traderPage: page,
}) => {
  const held = [paperPosition(1, {}), paperPosition(2, { side: 'SHORT', unrealised_pnl: -100 })]
  const states = ['filled', 'acknowledged', 'rejected', 'denied'] as const
  const orders = states.map((state, at) => paperOrder(10 + at, { state, detail: 'Why it is so', pnl: at - 1 }))
  await page.route(/\/bots\/[\w-]+\/positions\//, (route) => route.fulfill(json(200, held)))
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) => route.fulfill(json(200, orders)))
  const { positions, open } = dashboardPage(page)
  await open()
  await positions.first().waitFor()
  await expectNoViolations(page, 'dashboard')
  await page.goto('/subscriptions')
  await botPanel(page).stop.click()
  await botPanel(page).dialog.waitFor()
  await expectNoViolations(page, 'subscriptions, stop')
})

test('axe finds no violations on a live bot that is not ready, in light and dark', async ({ page, person }) => {
  await storeSession(page, person)
  const needs = [
    { code: 'live_switch', is_ready: true, text: 'Live trading is on', fix: null },
    { code: 'capital', is_ready: false, text: 'Capital', fix: { label: 'Configure', path: '/subscriptions' } },
  ]
  const bot = paperBot(1, { status: 'error', status_reason: 'The script stopped', mode: 'live' })
  const state = { is_user_participating: false, bot, closing: [], mode: 'live', is_ready: false, readiness: needs }
  await page.route('**/participation/status/', (route) => route.fulfill(json(200, state)))
  await dashboardPage(page).open()
  await botPanel(page).panel.getByText('The script stopped').waitFor()
  await expectNoViolations(page, 'dashboard, live in error')
  await botPanel(page).start.click()
  await botPanel(page).confirm('Start Bot')
  await page.getByText('Password is required').waitFor()
  await expectNoViolations(page, 'dashboard, live consent with errors')
})
