import type { Page } from '@playwright/test'
import { tradeAnalyticsPage } from '../pages/trading/trade-analytics-page.ts'
import { expect, json, test } from '../fixtures/test.ts'

const CANDLES = '**/api/market/candles/**'

/** Opens the newest round trip and returns its chart. */
async function openChart(page: Page) {
  const analytics = tradeAnalyticsPage(page)
  await analytics.open('/trades')
  await analytics.recent.locator('tbody tr button').first().click()
  const chart = analytics.drawer.getByRole('region', { name: /^Chart of / })
  await expect(chart).toBeVisible()
  return chart
}

test('a trade shows the candles around it with exact values, levels and a choice of intervals', async ({
  traderPage: page,
}) => {
  const asked: URL[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/market/candles/')) asked.push(new URL(request.url()))
  })
  const chart = await openChart(page)
  await expect(chart.locator('canvas').first()).toBeVisible()
  const values = chart.getByTestId('candle-values')
  await expect(values).toContainText(
    /\d\d \w{3,4} \d{4}, \d\d:\d\dOpen ₹[\d,.]+High ₹[\d,.]+Low ₹[\d,.]+Close ₹[\d,.]+/,
  )
  await expect(chart).toContainText(/Average ₹[\d,.]+Stop ₹[\d,.]+Target ₹[\d,.]+/)
  await expect(chart.getByRole('figure', { name: /-EQ, candles of/ })).toBeVisible()
  await chart.getByRole('radiogroup', { name: 'Candle interval' }).getByText('1h', { exact: true }).click()
  await expect(chart.getByRole('figure', { name: /candles of 1 hour$/ })).toBeVisible()
  expect(asked.some(({ searchParams }) => searchParams.get('interval') === '1h')).toBe(true)
})

test('the candle under way changes while the chart is open', async ({ traderPage: page }) => {
  const bars = [
    ['2026-11-16T04:00:00.000Z', 100, 101, 99, 100.5, 10],
    ['2026-11-16T04:01:00.000Z', 100.5, 100.75, 100.25, 100.5, 0],
  ]
  const answer = { symbol: 'X', interval: '1m', unknown: [], is_live: true, last_price: 100.5, is_simulated: true }
  let close = 100.5
  await page.route(CANDLES, (route) => {
    const isUpdate = route.request().url().includes('since=')
    const live = ['2026-11-16T04:01:00.000Z', 100.5, close, 100.25, close, 0]
    const body = { ...answer, bars: isUpdate ? [live] : bars, as_of: '2026-11-16T04:01:30.000Z' }
    return route.fulfill(json(200, body))
  })
  const chart = await openChart(page)
  await expect(chart.getByTestId('candle-values')).toContainText('Close ₹100.50')
  close = 104.25
  await expect(chart.getByTestId('candle-values')).toContainText('Close ₹104.25')
})

test('prices that could not be read are named, and a failed chart can be tried again', async ({ traderPage: page }) => {
  const sentence = 'The prices of this day are not stored.'
  const empty = {
    symbol: 'X',
    interval: '1m',
    bars: [],
    unknown: [{ day: '2026-11-13', sentence }],
    is_live: false,
    last_price: null,
    is_simulated: false,
    as_of: '2026-11-16T04:01:30.000Z',
  }
  let answer = json(500, {})
  await page.route(CANDLES, (route) => route.fulfill(answer))
  const chart = await openChart(page)
  await expect(chart).toContainText('This could not be loaded')
  answer = json(200, empty)
  await chart.getByRole('button', { name: 'Try again' }).click()
  await expect(chart).toContainText('No prices to draw')
  await expect(chart).toContainText(sentence)
  answer = json(200, { ...empty, bars: [['2026-11-16T04:00:00.000Z', 1, 2, 1, 2, 3]] })
  await chart.getByRole('radiogroup', { name: 'Candle interval' }).getByText('1d', { exact: true }).click()
  await expect(chart.getByRole('note')).toHaveText(`13 Nov 2026: ${sentence}`)
})
