import { readFile } from 'node:fs/promises'
import { readAnalytics } from '@trading-bot/contract/rest/trading/analytics'
import { readBotStats } from '@trading-bot/contract/rest/trading/bots'
import { sendAs } from '../fixtures/money.ts'
import { tradeAnalyticsPage } from '../pages/trading/trade-analytics-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { ANALYTICS, mockAnalytics, SAMPLE_ANALYTICS } from '../fixtures/trades.ts'

const count = (value: number) => value.toLocaleString('en-IN')

test('TA-01 the page shows heading, subtitle and the live badge', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open()
  await expect(analytics.heading).toBeVisible()
  await expect(page.getByText('Comprehensive analysis of your trading performance and bot activities')).toBeVisible()
  await expect(page.getByText('Live Analytics')).toBeVisible()
})

test('TA-02 four paths show one screen with three tabs, and the analytics view without a tab', async ({
  traderPage: page,
  admin,
}) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades')
  await expect(analytics.tabs).toHaveText(['Overview', 'Performance', 'Real-Time'])
  await expect(analytics.tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await analytics.detailed.click()
  await expect(analytics.analytics).toBeVisible()
  await expect(page).toHaveURL(/view=analytics/)
  await analytics.tab('Overview').click()
  await expect(analytics.analytics).toHaveCount(0)
  await analytics.open('/analytics')
  await expect(analytics.analytics).toBeVisible()
  await expect(analytics.tabs).toHaveCount(3)
  await storeSession(page, admin)
  await analytics.open('/admin/analytics')
  await expect(analytics.analytics).toBeVisible()
  await analytics.open('/admin/trades')
  await expect(analytics.tab('Overview')).toHaveAttribute('aria-selected', 'true')
})

test('TA-02 an administrator sees the tabs even without any trade', async ({ adminPage: page }) => {
  await page.route('**/api/bots/stats/', (route) => route.fulfill(json(200, { total_trades: 0 })))
  await tradeAnalyticsPage(page).open('/admin/trades')
  await expect(tradeAnalyticsPage(page).tabs).toHaveCount(3)
})

test('TA-03 without trades the page shows zeros and links to the next step', async ({ page, person }) => {
  await storeSession(page, person)
  const analytics = tradeAnalyticsPage(page)
  await analytics.open()
  await expect(analytics.stat('Total Trades')).toContainText('0')
  await expect(analytics.stat('Total P&L')).toContainText('₹0.00')
  await expect(analytics.stat('Success Rate')).toContainText('0%')
  await expect(page.getByRole('heading', { name: 'No trading activity yet' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'How to start' }).getByRole('listitem')).toHaveText([
    /Subscribe to a plan/,
    /Configure your bot/,
    /Monitor performance/,
  ])
  await expect(analytics.tabs).toHaveCount(0)
  await page.getByRole('link', { name: 'Start Trading' }).click()
  await expect(page).toHaveURL('/subscriptions')
})

test('TA-04 TA-16 the overview shows all-time figures from the call without days', async ({
  traderPage: page,
  trader,
  request,
}) => {
  const requests: string[] = []
  await page.route(ANALYTICS, (route) => {
    requests.push(new URL(route.request().url()).search)
    return route.fallback()
  })
  const analytics = tradeAnalyticsPage(page)
  await analytics.open()
  await expect(analytics.stat('Total Trades')).toContainText(/\d/)
  const { overview } = await sendAs(request, trader, readAnalytics, {})
  const stats = await sendAs(request, trader, readBotStats, {})
  expect(overview.totalTrades).toBeGreaterThan(0)
  await expect(analytics.stat('Total Trades')).toHaveText(`Total Trades${count(overview.totalTrades)}All time trades`)
  await expect(analytics.stat('Total Bots')).toHaveText(`Total Bots${stats.total_bots}Active trading bots`)
  await expect(analytics.stat('Running Bots')).toHaveText(`Running Bots${stats.active_bots}Currently active`)
  await expect(analytics.stat('Total P&L')).toContainText('Net profit/loss')
  await expect(analytics.stat('Success Rate')).toHaveText(`Success Rate${overview.successRate}%Win rate`)
  expect(requests[0]).toBe('')
})

test('TA-04 the total is green at or above zero, otherwise red', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  for (const [totalPnL, kind, text] of [
    [1234567.891, 'gain', '+₹12,34,567.89'],
    [0, 'gain', '₹0.00'],
    [-12.5, 'loss', '−₹12.50'],
  ] as const) {
    await page.unroute(ANALYTICS)
    await mockAnalytics(page, { ...SAMPLE_ANALYTICS, overview: { ...SAMPLE_ANALYTICS.overview, totalPnL } })
    await analytics.open()
    await expect(analytics.stat('Total P&L').locator('[data-profit]')).toHaveText(text)
    await expect(analytics.stat('Total P&L').locator('[data-profit]')).toHaveAttribute('data-profit', kind)
  }
})

test('TA-08 the analytics view shows periods, cards, five charts, the equity curve and the newest trades', async ({
  traderPage: page,
}) => {
  await page.route('**/api/live/', (route) => route.abort())
  const requests = await mockAnalytics(page)
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/analytics')
  await expect(analytics.stat('Total P&L')).toContainText('+₹750.25')
  await expect(analytics.stat('Total Trades')).toContainText('10')
  await expect(analytics.stat('Win Rate')).toContainText('60%')
  await expect(analytics.stat('Sharpe Ratio')).toContainText('1.50')
  expect(requests).toEqual(['?days=7d'])
  await expect(analytics.charts).toHaveCount(6)
  await expect(analytics.values('P&L Analysis').locator('tbody tr')).toHaveText([
    '2026-11-12+₹1,200.50+₹1,200.50',
    '2026-11-13−₹450.25+₹750.25',
  ])
  await expect(analytics.values('Trade Volume').locator('tbody tr')).toHaveText(['2026-11-126', '2026-11-134'])
  await expect(analytics.values('Success Rate Trend').locator('tbody tr')).toHaveText([
    '2026-11-1266.67%',
    '2026-11-1350%',
  ])
  for (const [label, days] of [
    ['30 days', '30d'],
    ['90 days', '90d'],
    ['1 year', '1y'],
  ] as const) {
    await analytics.period(label).click()
    await expect.poll(() => requests.at(-1)).toBe(`?days=${days}`)
  }
  await expect(analytics.recent.getByRole('columnheader')).toHaveText([
    'Symbol',
    'Type',
    'Quantity',
    'Price',
    'P&L',
    'Status',
    'Time',
  ])
  await expect(analytics.recent.locator('tbody tr')).toHaveText(
    'TCS-EQLiveSELL5₹3,500.00−₹1.00Executed13 Nov 2026, 09:45',
  )
})

test('TA-14 doughnut and radar draw the given figures on the specified scale', async ({ traderPage: page }) => {
  await mockAnalytics(page)
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/analytics')
  await expect(analytics.values('Equity and Drawdown').locator('tbody tr')).toHaveText([
    '2026-11-12+₹1,200.50₹0.00',
    '2026-11-13+₹750.25−₹450.25',
  ])
  await expect(analytics.analytics).toContainText('Deepest drawdown ₹450.25, on 13 Nov')
  await expect(analytics.figure('Losing')).toHaveText('1 (20%)')
  await expect(analytics.figure('Avg P&L')).toHaveText('+₹150.05')
  await expect(analytics.figure('Max Drawdown')).toHaveText('₹450.25')
  await expect(analytics.values('Trade Distribution').locator('tbody tr')).toHaveText([
    'Profitable3 (60%)',
    'Losing1 (20%)',
    'Breakeven1 (20%)',
  ])
  await expect(analytics.values('Performance Overview').locator('tbody tr')).toHaveText([
    'Win Rate60.0',
    'Avg P&L1.5',
    'Sharpe Ratio30.0',
    'Max Drawdown55.0',
    'Trade Frequency1.0',
  ])
})

test('TA-09 after a failed load the message stays above zeros and empty lists', async ({ traderPage: page }) => {
  await page.route(ANALYTICS, (route) => route.fulfill(json(500, {})))
  const analytics = tradeAnalyticsPage(page)
  for (const path of ['/trades', '/analytics']) {
    await analytics.open(path)
    const message = page.getByRole('alert').filter({ hasText: 'Failed to load analytics data' })
    await expect(message).toBeVisible()
    await expect(analytics.stat('Total P&L')).toContainText('₹0.00')
    await expect(analytics.stat('Total Trades')).toContainText('0')
    await expect(page.getByText('No trades found')).toBeVisible()
    await expect(message).toBeVisible()
  }
})

test('TA-10 without any bot a yellow banner says so', async ({ adminPage: page }) => {
  await page.route('**/api/bots/', (route) => route.fulfill(json(200, { data: [] })))
  await tradeAnalyticsPage(page).open('/admin/trades')
  const banner = page.getByRole('alert').filter({ hasText: 'No trading activity in the system' })
  await expect(banner).toContainText(
    'There are currently no bots or trades in the system. Analytics will appear here once users start creating bots and making trades.',
  )
})

test('TA-12 leaving a tab discards its charts', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/analytics')
  await expect(analytics.charts).toHaveCount(6)
  await analytics.tab('Real-Time').click()
  await expect(analytics.monitor).toBeVisible()
  await expect(analytics.charts).toHaveCount(0)
  await analytics.tab('Performance').click()
  await expect(analytics.charts).toHaveCount(2)
  await analytics.tab('Overview').click()
  await expect(analytics.charts).toHaveCount(1)
})

test('TA-13 stats that cannot be loaded count as no trades', async ({ traderPage: page }) => {
  await page.route('**/api/bots/stats/', (route) => route.fulfill(json(500, {})))
  await tradeAnalyticsPage(page).open()
  await expect(page.getByText('No trading activity yet')).toBeVisible()
})

test('TA-13 a bot list that cannot be loaded is empty, without a message', async ({ traderPage: page }) => {
  await page.route('**/api/bots/', (route) => route.fulfill(json(500, {})))
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades?view=performance')
  await expect(page.getByText('No performance data available')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('TA-08 a trade’s details show its orders, fills, itemised charges, inputs and version', async ({
  traderPage: page,
}) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/analytics')
  // An exit: its round trip is over, so that its entry is charged too.
  await analytics.recent.locator('tbody tr', { hasText: /[+−]₹/ }).getByRole('button').first().click()
  await expect(analytics.drawer).toContainText('Round trip, net')
  await expect(analytics.drawer).toContainText(/Bot version.*version \d/)
  const entry = analytics.drawer.getByRole('article', { name: /^Entry/ })
  await expect(entry).toContainText(/Fill .*at ₹/)
  await expect(entry.getByRole('region', { name: 'Charges' })).toContainText(/Brokerage₹.*GST₹.*Total₹/)
  await expect(entry).toContainText('Reason')
  await page.keyboard.press('Escape')
  await expect(analytics.drawer).toHaveCount(0)
})

test('TA-08 trades and the tax statement are exported', async ({ traderPage: page }) => {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open()
  await analytics.export.click()
  const { exportDialog } = analytics
  await exportDialog.getByLabel('From').fill('2026-11-10')
  await exportDialog.getByLabel('To', { exact: true }).fill('2026-11-01')
  await expect(exportDialog).toContainText('The last day is before the first')
  await exportDialog.getByLabel('To', { exact: true }).fill('2026-11-13')
  const trades = exportDialog.getByRole('button', { name: 'Download trades (CSV)' })
  const [csv] = await Promise.all([page.waitForEvent('download'), trades.click()])
  expect(csv.suggestedFilename()).toBe('trades.csv')
  expect(await readFile(await csv.path(), 'utf8')).toContain('id,time_india,email,bot,bot_version,mode,symbol')
  await exportDialog.getByText('Paper', { exact: true }).click()
  const pdf = exportDialog.getByRole('button', { name: 'Download PDF' })
  const [sheet] = await Promise.all([page.waitForEvent('download'), pdf.click()])
  expect(sheet.suggestedFilename()).toMatch(/^intraday-paper-20\d\d-\d\d\.pdf$/)
  expect((await readFile(await sheet.path())).subarray(0, 5).toString()).toBe('%PDF-')
  const tax = exportDialog.getByRole('button', { name: 'Download CSV' })
  const [lines] = await Promise.all([page.waitForEvent('download'), tax.click()])
  expect(await readFile(await lines.path(), 'utf8')).toContain('Paper trades, not income')
})
