import { readBotPerformance } from '@trading-bot/contract/rest/trading/analytics'
import { listBots } from '@trading-bot/contract/rest/trading/bots'
import { sendAs } from '../fixtures/money.ts'
import { tradeAnalyticsPage } from '../pages/trading/trade-analytics-page.ts'
import { expect, json, installClock, test } from '../fixtures/test.ts'

test('TA-05 TA-15 performance draws the first bot by four metrics, without a bot picker', async ({
  traderPage: page,
  trader,
  request,
}) => {
  const { data } = await sendAs(request, trader, listBots, {})
  const id = data[0]?.id ?? ''
  const performance = await sendAs(request, trader, readBotPerformance, { id })
  const requests: string[] = []
  await page.route('**/performance/', (route) => {
    requests.push(new URL(route.request().url()).pathname)
    return route.fallback()
  })
  const analytics = tradeAnalyticsPage(page)
  await analytics.open()
  await analytics.tab('Performance').click()
  await expect(page.getByRole('heading', { name: data[0]?.name ?? '' })).toBeVisible()
  await expect(analytics.values('Performance: P&L').locator('tbody tr').first()).toContainText(
    performance.dates[0] ?? '',
  )
  expect(requests).toEqual([`/api/bots/${id}/performance/`])
  await expect(page.getByRole('combobox')).toHaveCount(0)
  for (const [at, metric] of ['Trades', 'Success Rate', 'Volume'].entries()) {
    await analytics.metric(metric).click()
    await expect(analytics.values(`Performance: ${metric}`).locator('tbody tr').first()).toContainText(/\d/)
    // One more request per metric; changes within 100 ms share one request.
    await expect.poll(() => requests.length).toBe(at + 2)
  }
})

test('TA-05 changing the metric fetches again after 100 ms, not before', async ({ traderPage: page }) => {
  await installClock(page)
  let requests = 0
  await page.route('**/performance/', (route) => {
    requests += 1
    return route.fallback()
  })
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades?view=performance')
  await expect(analytics.charts.first()).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await analytics.metric('Trades').click()
  await page.clock.runFor(90)
  // All earlier requests have been counted by now.
  await page.evaluate(() => fetch('/api/health/live/'))
  expect(requests).toBe(1)
  await page.clock.runFor(30)
  await expect.poll(() => requests).toBe(2)
})

test('TA-05 TA-15 a failed load and missing lists show different messages', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  await page.route('**/performance/', (route) => route.fulfill(json(500, {})))
  await analytics.open('/trades?view=performance')
  await expect(page.getByText('Failed to load performance data')).toBeVisible()
  await page.unroute('**/performance/')
  await page.route('**/performance/', (route) =>
    route.fulfill(
      json(200, { overview: { total_pnl: 0, total_trades: 0, success_rate: 0, avg_interval_minutes: null } }),
    ),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No performance data available')).toBeVisible()
})
