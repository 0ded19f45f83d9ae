import { expectNoFindings } from './expect-no-findings.ts'
import { adminDashboardPage } from './pages/admin-dashboard-page.ts'
import { tradeAnalyticsPage } from './pages/trade-analytics-page.ts'
import { leaveSession } from './people.ts'
import { expect, json, test } from './test.ts'
import { feedTrade } from './trades.ts'

test.setTimeout(60_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing on trade analytics, in light and dark', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/analytics')
  await analytics.recent.waitFor()
  await expectNoFindings(page, 'analytics')
  await analytics.recent.locator('tbody button').first().click()
  await analytics.drawer.getByText('Round trip, net').waitFor()
  await expectNoFindings(page, 'analytics, trade')
  await analytics.open('/trades?view=performance')
  await analytics.charts.first().waitFor()
  await expectNoFindings(page, 'trades, performance')
})

test('axe finds nothing on the trade monitor, while exporting and before the first trade', async ({
  page,
  trader,
  person,
}) => {
  await leaveSession(page, trader)
  const analytics = tradeAnalyticsPage(page)
  const rows = ['executed', 'pending', 'cancelled', 'dreamt'].map((status) => feedTrade({ id: status, status }))
  await page.route('**/api/bots/trades/realtime/**', (route) => route.fulfill(json(200, rows)))
  await analytics.open('/trades?view=real-time')
  await analytics.feed.waitFor()
  await analytics.market.getByText('Open', { exact: true }).waitFor()
  await expectNoFindings(page, 'trades, real-time')
  await analytics.export.click()
  await analytics.exportDialog.waitFor()
  await expectNoFindings(page, 'trades, export')
  await leaveSession(page, person)
  await analytics.open()
  await page.getByText('No trading activity yet').waitFor()
  await expectNoFindings(page, 'trades, none')
})

test('axe finds nothing on the admin dashboard, read or not, in light and dark', async ({ adminPage: page }) => {
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await dashboard.card('Users').waitFor()
  await expectNoFindings(page, 'admin')
  await page.route('**/api/admin/dashboard/', (route) => route.fulfill(json(500, {})))
  await page.reload()
  await dashboard.failure.waitFor()
  await expect(page.locator('[data-kind]')).toHaveCount(0, { timeout: 10_000 })
  await expectNoFindings(page, 'admin, unread')
})
