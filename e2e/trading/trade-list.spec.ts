import { listOwnTrades } from '@trading-bot/contract/rest/trading/analytics'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sendAs } from '../fixtures/money.ts'
import { tradeAnalyticsPage } from '../pages/trading/trade-analytics-page.ts'
import { expect, test } from '../fixtures/test.ts'

const PAGE_SIZE = 25

async function openList(page: Page, query = '') {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open(`/trades?view=real-time${query}`)
  await expect(analytics.feed.locator('tbody tr').first()).toBeVisible()
  return { ...analytics, rows: analytics.feed.locator('tbody tr') }
}

test('trades are paged in the URL, a page at a time in the document', async ({ traderPage: page }) => {
  const { monitor, rows } = await openList(page)
  await expect(rows).toHaveCount(PAGE_SIZE)
  const pages = monitor.getByRole('navigation', { name: 'Pages of trades' })
  await expect(pages).toContainText(/1–25 of [\d,]+/)
  await pages.getByRole('button', { name: 'Page 3', exact: true }).click()
  await expect(pages).toContainText(/51–75 of/)
  await expect(page).toHaveURL(/page=3/)
  await page.reload()
  await expect(pages).toContainText(/51–75 of/)
  await expect(rows).toHaveCount(PAGE_SIZE)
})

test('trades are narrowed by side, reason and day; leaving the tab forgets it', async ({ traderPage: page }) => {
  const { monitor, rows, tab } = await openList(page)
  await monitor.getByRole('button', { name: 'Filters' }).click()
  const filters = monitor.getByRole('region', { name: 'Filters' })
  await filters.getByRole('combobox', { name: 'Side' }).click()
  await page.getByRole('option', { name: 'Sell' }).click()
  await expect(page).toHaveURL(/side=SELL/)
  await expect(rows.filter({ hasNot: page.getByRole('cell', { name: 'SELL', exact: true }) })).toHaveCount(0)
  await filters.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Square-off' }).click()
  await expect(page).toHaveURL(/reason=square_off/)
  await filters.getByLabel('From').fill('2031-01-01')
  await expect(monitor.getByText('No trade matches. Change the filters to see others.')).toBeVisible()
  await expect(monitor.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(PAGE_SIZE)
  await filters.getByRole('combobox', { name: 'Side' }).click()
  await page.getByRole('option', { name: 'Buy' }).click()
  await tab('Overview').click()
  await expect(page).not.toHaveURL(/side=/)
})

test('trades are found by part of a symbol and sorted by their column titles', async ({ traderPage: page }) => {
  const { monitor, feed, rows } = await openList(page)
  await feed.getByRole('button', { name: 'P&L' }).click()
  await expect(page).toHaveURL(/sort=pnl/)
  await expect(feed.getByRole('columnheader', { name: 'P&L' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText('+₹')
  await feed.getByRole('button', { name: 'P&L' }).click()
  await expect(feed.getByRole('columnheader', { name: 'P&L' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first()).toContainText('−₹')
  await monitor.getByRole('searchbox', { name: 'Search' }).fill('itc')
  await expect(page).toHaveURL(/search=itc/)
  await expect(rows.filter({ hasNotText: 'ITC-EQ' })).toHaveCount(0)
})

test('the CSV holds the trades that the filters show', async ({ traderPage: page, trader, request }) => {
  const trades = await sendAs(request, trader, listOwnTrades, { purpose: 'target', limit: 1000 })
  const { monitor } = await openList(page, '&reason=target')
  const saved = page.waitForEvent('download')
  await monitor.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n').slice(1)
  expect(lines.length).toBeGreaterThanOrEqual(trades.length)
  for (const line of lines) expect(line).toContain(',Target,')
})

test('on a phone a trade takes two lines, and nothing is wider than the screen', async ({ traderPage: page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { monitor, open, drawer } = tradeAnalyticsPage(page)
  await open('/trades?view=real-time')
  const rows = monitor.getByRole('list', { name: 'Real-time trades' }).getByRole('listitem')
  await expect(rows).toHaveCount(PAGE_SIZE)
  const { height } = (await rows.first().boundingBox())!
  expect(height).toBeLessThan(72)
  await rows.first().getByRole('button').click()
  await expect(drawer.getByTestId('candle-values')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
