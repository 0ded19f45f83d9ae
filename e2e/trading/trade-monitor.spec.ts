import { listOwnTrades } from '@trading-bot/contract/rest/trading/analytics'
import type { Page } from '@playwright/test'
import { sendAs } from '../fixtures/money.ts'
import { tradeAnalyticsPage } from '../pages/trading/trade-analytics-page.ts'
import { expect, hold, json, installClock, test } from '../fixtures/test.ts'
import { feedTrade } from '../fixtures/trades.ts'

/** Without pushed events, every counted request comes from the polling timer. */
async function disableEventStream(page: Page) {
  await page.route('**/api/live/', (route) => route.abort())
}

test('TA-06 the monitor loads the user’s trades, then polls every 10 seconds', async ({
  traderPage: page,
  trader,
  request,
}) => {
  await disableEventStream(page)
  await installClock(page)
  const { held, release } = hold()
  let requests = 0
  await page.route('**/api/bots/trades/realtime/**', async (route) => {
    requests += 1
    if (requests === 1) await held
    await route.fallback()
  })
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades?view=real-time')
  await expect(page.getByTestId('monitor-loading')).toBeVisible()
  release()
  const [newest] = await sendAs(request, trader, listOwnTrades, { limit: 1 })
  await expect(analytics.feed.locator('tbody tr').first()).toContainText(newest?.symbol ?? '')
  await expect(analytics.monitor.getByRole('status')).toHaveText('Connected')
  expect(requests).toBe(1)
  for (const times of [2, 3]) {
    const answered = page.waitForResponse('**/api/bots/trades/realtime/**')
    await page.clock.fastForward(10_000)
    await answered
    expect(requests).toBe(times)
  }
})

test('TA-06 a pushed change is loaded at once, before the next poll', async ({ traderPage: page }) => {
  const { held, release } = hold()
  await page.route('**/api/live/', async (route) => {
    await held
    const body = 'event: ready\ndata: {"is_resumed":false}\n\n'
    await route.fulfill({ status: 200, contentType: 'text/event-stream', body })
  })
  let rows = [feedTrade({ id: '1' })]
  await page.route('**/api/bots/trades/realtime/**', (route) => route.fulfill(json(200, rows)))
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades?view=real-time')
  await expect(analytics.feed.locator('tbody tr')).toHaveCount(1)
  rows = [feedTrade({ id: '2', symbol: 'TCS-EQ' }), ...rows]
  release()
  await expect(analytics.feed.locator('tbody tr')).toHaveCount(2, { timeout: 5_000 })
})

test('TA-06 administrators see the trades of all users, with the user of each', async ({ adminPage: page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/admin/trades?view=real-time')
  await expect(analytics.feed.locator('tbody tr').first()).toContainText('@')
  expect(requests).toContain('/api/bots/trades/all/')
  expect(requests).not.toContain('/api/bots/trades/realtime/')
})

test('TA-06 a failed poll shows an error and keeps the trades; an empty list says what will appear', async ({
  traderPage: page,
}) => {
  await disableEventStream(page)
  await installClock(page)
  const analytics = tradeAnalyticsPage(page)
  let answer = json(200, [] as object[])
  await page.route('**/api/bots/trades/realtime/**', (route) => route.fulfill(answer))
  await analytics.open('/trades?view=real-time')
  await expect(page.getByText('No trades found')).toBeVisible()
  await expect(page.getByText('Trades will appear here when bots execute orders')).toBeVisible()
  answer = json(200, [feedTrade({})])
  await page.clock.fastForward(10_000)
  await expect(analytics.feed.locator('tbody tr')).toHaveCount(1)
  answer = json(500, {} as never)
  await page.clock.fastForward(10_000)
  await expect(analytics.monitor.getByRole('alert')).toHaveText('Failed to fetch trade data')
  await expect(analytics.monitor.getByRole('status')).toHaveText('Disconnected')
  await expect(analytics.feed.locator('tbody tr')).toHaveCount(1)
  answer = json(200, [feedTrade({})])
  await page.clock.fastForward(10_000)
  await expect(analytics.monitor.getByRole('status')).toHaveText('Connected')
})

test('TA-07 market status and system health show the demo’s real state', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades?view=real-time')
  await expect(analytics.market).toContainText('Open')
  await expect(analytics.market).toContainText('09:15 - 15:30 IST')
  await expect(analytics.market).toContainText(/Last update\d\d:\d\d:\d\d IST/)
  await expect(analytics.health).toContainText('API ConnectionConnected')
  await expect(analytics.health).toContainText('DatabaseHealthy')
  await expect(analytics.health).toContainText('Bot SchedulerActive')
})

test('TA-07 an unknown state is not shown as healthy', async ({ traderPage: page }) => {
  const status = {
    market: { is_open: false, is_simulated: false, note: 'The market has closed for the day.', closes_at: null },
    database: 'healthy',
    scheduler: 'stopped',
    as_of: '2026-11-13T12:00:00.000Z',
  }
  await page.route('**/trading-status/', (route) => route.fulfill(json(200, status)))
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades?view=real-time')
  await expect(analytics.market).toContainText('Closed')
  await expect(analytics.market).toContainText('The market has closed for the day.')
  await expect(analytics.health).toContainText('Bot SchedulerStopped')
  await page.unroute('**/trading-status/')
  await page.route('**/trading-status/', (route) => route.fulfill(json(500, {})))
  await page.reload()
  await expect(analytics.health).toContainText('API ConnectionDisconnected')
  await expect(analytics.health).toContainText('DatabaseUnknown')
  await expect(analytics.market).toContainText('StatusUnknown')
})

test('TA-11 each status has its colour, and an invalid date says so', async ({ traderPage: page }) => {
  const rows = [
    feedTrade({ id: '1', status: 'executed', created_at: 'nonsense' }),
    feedTrade({ id: '2', status: 'pending', created_at: null }),
    feedTrade({ id: '3', status: 'cancelled' }),
    feedTrade({ id: '4', status: 'dreamt' }),
  ]
  await page.route('**/api/bots/trades/realtime/**', (route) => route.fulfill(json(200, rows)))
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades?view=real-time')
  for (const [status, colour] of [
    ['executed', 'brand'],
    ['pending', 'yellow'],
    ['cancelled', 'red'],
    ['dreamt', 'gray'],
  ] as const) {
    await expect(analytics.feed.locator(`[data-status="${status}"]`)).toHaveAttribute('data-colour', colour)
  }
  await expect(analytics.feed.locator('tbody tr').nth(0)).toContainText('Invalid Date')
  await expect(analytics.feed.locator('tbody tr').nth(1)).toContainText('N/A')
  await expect(analytics.feed.locator('tbody tr').nth(2)).toContainText('13 Nov 2026, 09:45')
})
