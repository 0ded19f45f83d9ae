// What the dashboard says about today, and closing positions from it.
import { listOwnTrades } from '@trading-bot/contract/rest/trading/analytics'
import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { sendAs } from '../fixtures/money.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'
import { paperBot, paperOrder, paperPosition, paperToday } from '../fixtures/trading.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'

test.setTimeout(60_000)

async function showToday(page: Page, change: Partial<Today>): Promise<void> {
  await page.route('**/api/bots/today/', (route) => route.fulfill(json(200, paperToday(change))))
}

async function showPositions(page: Page): Promise<void> {
  await page.route('**/api/bots/', (route) => route.fulfill(json(200, { data: [paperBot(1)] })))
  const held = [paperPosition(1, {}), paperPosition(2, { symbol: 'TCS-EQ', side: 'SHORT', unrealised_pnl: -100 })]
  await page.route(/\/bots\/[\w-]+\/positions\/$/, (route) => route.fulfill(json(200, held)))
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) => route.fulfill(json(200, [paperOrder(100, {})])))
}

test('today’s result stands above the cards with its parts, its share of the capital and what is left of the loss limit', async ({
  traderPage: page,
}) => {
  await showToday(page, {})
  const { today, card, open } = dashboardPage(page)
  await open()
  await expect(today.figure('net')).toContainText('−₹1,234.50')
  await expect(today.figure('net')).toContainText('−1.23% of ₹1,00,000.00')
  await expect(today.figure('realised')).toHaveText('−₹500.00')
  await expect(today.figure('unrealised')).toHaveText('−₹600.00')
  await expect(today.figure('charges')).toHaveText('−₹134.50')
  await expect(today.figure('loss-left')).toHaveText('₹3,765.50 of ₹5,000.00')
  await expect(today.lossBar).toHaveAttribute('aria-valuenow', '75.31')
  await expect(today.region.getByRole('table', { name: 'Today’s result: values' })).toContainText('−₹1,234.50')
  const [todayBox, cardBox] = await Promise.all([today.region.boundingBox(), card('Total Bots').boundingBox()])
  expect(todayBox!.y + todayBox!.height).toBeLessThanOrEqual(cardBox!.y)
  await expectNoViolations(page, 'today')
})

test('today without prices, trades or limits says so, and a reached limit is named', async ({ traderPage: page }) => {
  const { today, open } = dashboardPage(page)
  await showToday(page, { net_pnl: null, realised: null, unrealised: null, charges: null, percent_of_capital: null })
  await open()
  await expect(today.figure('net')).toHaveText('Waiting for prices')
  await expect(today.figure('unrealised')).toHaveText('–')
  await showToday(page, { net_pnl: 0, percent_of_capital: 0, curve: [], daily_losses: [] })
  await open()
  await expect(today.region).toContainText('Nothing traded in this session yet.')
  await expect(today.region).toContainText('No daily loss limit is set.')
  const [limit] = paperToday({}).daily_losses
  await showToday(page, { mode: 'live', daily_losses: [{ ...limit!, left: 0, is_reached: true }] })
  await open()
  await expect(today.region).toContainText('Daily loss limit reached.')
  await expect(today.region.locator('[data-mode="live"]')).toBeVisible()
})

test('positions stand before orders, and each row opens its details', async ({ traderPage: page, trader, request }) => {
  await showPositions(page)
  const { positions, orders, drawer, open } = dashboardPage(page)
  await open()
  const [held, ordered] = await Promise.all([positions.first().boundingBox(), orders.first().boundingBox()])
  expect(held!.y).toBeLessThan(ordered!.y)
  await positions.nth(0).getByRole('button', { name: 'SBIN-EQ Long' }).click()
  await expect(drawer).toContainText('Long 10 at ₹820.00')
  await expect(drawer).toContainText('Stop at the exchange: ₹792.00')
  await expect(drawer).toContainText('Bot 1')
  await expectNoViolations(page, 'position')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  // An order opens with its round trip; a real one, because its details come from the server.
  const [trade] = await sendAs(request, trader, listOwnTrades, { limit: 1 })
  await page.unroute(/\/bots\/[\w-]+\/orders\//)
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) =>
    route.fulfill(json(200, [{ ...paperOrder(100, {}), id: trade!.id, symbol: trade!.symbol }])),
  )
  await open()
  await orders.first().getByRole('button', { name: trade!.symbol }).click()
  await expect(drawer).toContainText('Round trip, net')
})

test('one position is closed after a confirmation, and the button rests while it is being closed', async ({
  traderPage: page,
}) => {
  await showPositions(page)
  const { positions, dialog, open } = dashboardPage(page)
  await open()
  await positions.nth(1).getByRole('button', { name: 'Close TCS-EQ' }).click()
  await expect(dialog).toContainText('10 shares are bought back at the market price now. Your bot keeps running')
  const asked: string[] = []
  await page.route('**/close/', (route) => {
    asked.push(route.request().url())
    return route.fulfill(json(200, { message: 'TCS-EQ is being closed.', still_open: ['TCS-EQ'] }))
  })
  await page.unroute(/\/bots\/[\w-]+\/positions\/$/)
  const closing = [paperPosition(1, {}), paperPosition(2, { symbol: 'TCS-EQ', side: 'SHORT', is_closing: true })]
  await page.route(/\/bots\/[\w-]+\/positions\/$/, (route) => route.fulfill(json(200, closing)))
  await dialog.getByRole('button', { name: 'Close position' }).click()
  await expect(toast(page, 'TCS-EQ is being closed.')).toBeVisible()
  expect(asked).toEqual([expect.stringMatching(/000000000001\/positions\/[\w-]+000000000002\/close\/$/)])
  await expect(positions.nth(1).getByRole('button', { name: 'TCS-EQ is being closed' })).toBeDisabled()
  await expect(positions.nth(0).getByRole('button', { name: 'Close SBIN-EQ' })).toBeEnabled()
})

test('all positions are closed from one button, without stopping the bots', async ({ traderPage: page }) => {
  await showPositions(page)
  const { region, dialog, open } = dashboardPage(page)
  await open()
  await region('Open Positions').getByRole('button', { name: 'Close all' }).click()
  await expect(dialog).toContainText('Close all 2 positions?')
  let asked = 0
  await page.route('**/api/bots/close-all/', (route) => {
    asked++
    return route.fulfill(json(200, { message: '2 positions are closed.', still_open: [] }))
  })
  await dialog.getByRole('button', { name: 'Close all' }).click()
  await expect(toast(page, '2 positions are closed.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(asked).toBe(1)
})
