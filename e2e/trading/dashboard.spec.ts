import { controlBot, readBotStats, readParticipation, type Trade } from '@trading-bot/contract/rest/trading/bots'
import type { Page } from '@playwright/test'
import { sendAs } from '../fixtures/money.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, hold, json, test, toast } from '../fixtures/test.ts'
import { makeReady, makeRunning, paperBot, paperOrder, paperPosition } from '../fixtures/trading.ts'

const STATS = {
  total_bots: 3,
  active_bots: 2,
  total_trades: 12345,
  total_pnl: 123456.7,
  changes: { total_bots: 50, active_bots: null, total_trades: -12.5, total_pnl: 0 },
}

async function answer(page: Page, path: string, body: unknown, status = 200) {
  await page.route(`**/api${path}`, (route) => route.fulfill(json(status, body)))
}

test('DB-01 the cards show bots, trades and profit, each with its change from last month', async ({
  traderPage: page,
}) => {
  await answer(page, '/bots/stats/', STATS)
  const { heading, card, open } = dashboardPage(page)
  await open()
  await expect(heading).toBeVisible()
  for (const [label, value, change] of [
    ['Total Bots', '3', '+50% from last month'],
    ['Active Bots', '2', '+0% from last month'],
    ['Total Trades', '12,345', '−12.5% from last month'],
    ['Total P&L', '+₹1,23,456.70', '+0% from last month'],
  ] as const) {
    await expect(card(label)).toContainText(value)
    await expect(card(label)).toContainText(change)
  }
})

test('DB-01 the demo’s cards are the server’s figures', async ({ traderPage: page, trader, request }) => {
  const { card, open } = dashboardPage(page)
  await open()
  await expect(async () => {
    const { total_trades } = await sendAs(request, trader, readBotStats, {})
    await expect(card('Total Trades')).toContainText(total_trades.toLocaleString('en-IN'), { timeout: 2_000 })
  }).toPass()
})

test('DB-01 profit is green above zero, red below and grey at zero', async ({ traderPage: page }) => {
  const { card, open } = dashboardPage(page)
  for (const [amount, kind, text] of [
    [0.5, 'gain', '+₹0.50'],
    [-1234.5, 'loss', '−₹1,234.50'],
    [0, 'none', '₹0.00'],
  ] as const) {
    await answer(page, '/bots/stats/', { ...STATS, total_pnl: amount })
    await open()
    await expect(card('Total P&L').locator(`[data-profit="${kind}"]`)).toHaveText(text)
  }
})

test('DB-02 the first five bots are listed, in the server’s order', async ({ traderPage: page }) => {
  const data = [1, 2, 3, 4, 5, 6, 7].map((number) => paperBot(number))
  await answer(page, '/bots/', { data })
  await page.route(/\/bots\/[\w-]+\/(positions|orders)\//, (route) => route.fulfill(json(200, [])))
  const { bots, open } = dashboardPage(page)
  await open()
  await expect(bots).toHaveCount(5)
  await expect(bots.first()).toContainText('Bot 1')
  await expect(bots.last()).toContainText('Bot 5')
})

test('DB-10 a failed bot list only logs to the console', async ({ traderPage: page }) => {
  const written: string[] = []
  page.on('console', (line) => written.push(line.text()))
  const { heading, card, bots, open } = dashboardPage(page)
  await open()
  await expect(bots).toHaveCount(3)
  expect(written).not.toContain('Failed to load dashboard data')
  await answer(page, '/bots/', {}, 500)
  await open()
  await expect.poll(() => written).toContain('Failed to load dashboard data')
  await expect(heading).toBeVisible()
  await expect(card('Total Trades')).toContainText(/\d/)
  await expect(bots).toHaveCount(0)
  await expect(page.locator('[data-kind]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('DB-01 DB-06 a spinner shows until the figures are there; figures that cannot be loaded are dashes, named in a box', async ({
  traderPage: page,
}) => {
  const { held, release } = hold()
  await page.route('**/api/bots/stats/', async (route) => {
    await held
    await route.fulfill(json(500, {}))
  })
  const { card, open } = dashboardPage(page)
  await open()
  const spinner = page.getByLabel('Loading the dashboard')
  await expect(spinner).toBeVisible()
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'Error loading dashboard data' })).toBeVisible()
  await expect(spinner).toHaveCount(0)
  for (const label of ['Total Bots', 'Active Bots', 'Total Trades', 'Total P&L']) {
    await expect(card(label)).toContainText('–')
  }
})

const STATE_TEXTS: readonly (readonly [Trade['state'], string])[] = [
  ['created', 'Decided'],
  ['sending', 'Being sent'],
  ['acknowledged', 'At the broker'],
  ['partially_filled', 'Partly filled'],
  ['filled', 'Filled'],
  ['denied', 'Not sent'],
  ['rejected', 'Rejected'],
  ['cancelled', 'Cancelled'],
  ['expired', 'Expired'],
  ['unknown', 'Not confirmed'],
]

test('DB-02 today’s orders show their exact state and reason, open positions their value', async ({
  traderPage: page,
}) => {
  await answer(page, '/bots/', { data: [paperBot(1)] })
  const rows = STATE_TEXTS.map(([state], at) =>
    paperOrder(100 + at, { state, timestamp: `2026-11-16T05:00:0${9 - at}.000Z`, detail: `Detail of ${state}` }),
  )
  rows[3] = { ...rows[3]!, filled_quantity: 4 }
  rows[4] = { ...rows[4]!, filled_quantity: 10, pnl: -50, purpose: 'stop', order_type: 'SELL' }
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) => route.fulfill(json(200, rows)))
  const held = [paperPosition(1, {}), paperPosition(2, { symbol: 'TCS-EQ', side: 'SHORT', unrealised_pnl: -100 })]
  await page.route(/\/bots\/[\w-]+\/positions\//, (route) => route.fulfill(json(200, held)))
  const { orders, positions, open } = dashboardPage(page)
  await open()
  await expect(orders).toHaveCount(STATE_TEXTS.length)
  for (const [at, [state, word]] of STATE_TEXTS.entries()) {
    await expect(orders.nth(at)).toContainText(word)
    await expect(orders.nth(at)).toContainText(`Detail of ${state}`)
  }
  await expect(orders.nth(3)).toContainText('4 of 10')
  await expect(orders.nth(3)).toContainText('The fast average crossed above the EMA.')
  await expect(orders.nth(4)).toContainText('Stop loss')
  await expect(orders.nth(4).locator('[data-profit="loss"]')).toHaveText('−₹50.00')
  await expect(positions.nth(0)).toContainText('+₹55.00')
  await expect(positions.nth(1)).toContainText('Short')
  await expect(page.getByRole('region', { name: 'Open Positions' })).toContainText('Unrealised −₹45.00')
})

test('DB-02 a long day shows its newest orders first, and all of them on request', async ({ traderPage: page }) => {
  await answer(page, '/bots/', { data: [paperBot(1)] })
  const rows = Array.from({ length: 25 }, (_, at) =>
    paperOrder(100 + at, { symbol: `S${at}-EQ`, timestamp: `2026-11-16T05:00:${10 + at}.000Z` }),
  )
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) => route.fulfill(json(200, rows)))
  const { orders, open } = dashboardPage(page)
  await open()
  await expect(orders).toHaveCount(10)
  await expect(orders.first()).toContainText('S24-EQ')
  await page.getByRole('button', { name: 'Show all 25 orders' }).click()
  await expect(orders).toHaveCount(25)
  await expect(orders.last()).toContainText('S0-EQ')
})

test('DB-02 a new user sees why nothing trades and where to fix it', async ({ page, person }) => {
  await storeSession(page, person)
  const { panel, needs, status } = botPanel(page)
  await dashboardPage(page).open()
  await expect(status).toHaveText('None found')
  await expect(panel).toContainText('Not yet: 4 things are missing before it can start.')
  await expect(needs.filter({ hasText: 'Saved broker credentials' }).getByRole('link')).toHaveText('Add credentials')
  await needs.filter({ hasText: 'A valid subscription' }).getByRole('link', { name: 'Choose a plan' }).click()
  await expect(page).toHaveURL('/pricing')
})

test('DB-02 the bot is paused, resumed and stopped from the dashboard', async ({ page, person, request }) => {
  await makeRunning(request, person)
  await storeSession(page, person)
  const bot = botPanel(page)
  await dashboardPage(page).open()
  await expect(bot.status).toHaveText('Running')
  await expect(bot.mode).toHaveText('Paper')
  await expect(bot.panel).toContainText('Yes: it trades on its next signal')
  await bot.pause.click()
  await expect(bot.status).toHaveText('Paused')
  await expect(bot.panel).toContainText('No: it is paused.')
  await bot.resume.click()
  await bot.confirm('Resume Bot')
  await expect(bot.status).toHaveText('Running')
  await bot.stopAndClose.click()
  const [sent] = await Promise.all([page.waitForRequest('**/participation/stop/'), bot.confirm('Stop and close')])
  expect(sent.postDataJSON()).toEqual({ close_positions: true })
  await expect(bot.status).toHaveText('Stopped')
  await expect(bot.start).toBeVisible()
})

test('DB-02 a stopped bot’s open positions are closed from the dashboard; without positions no button is offered', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  await storeSession(page, person)
  const state = await sendAs(request, person, readParticipation, {})
  const show = async (open_positions: number) => {
    const bot = paperBot(1, { status: 'stopped', is_participating: false, open_positions })
    await page.route('**/participation/status/', (route) => route.fulfill(json(200, { ...state, bot })))
    await dashboardPage(page).open()
    await expect(panel.status).toHaveText('Stopped')
  }
  const panel = botPanel(page)
  await show(0)
  await expect(panel.start).toBeVisible()
  await expect(panel.closePositions).toHaveCount(0)
  await show(2)
  await expect(panel.start).toBeVisible()
  await panel.closePositions.click()
  await expect(panel.dialog).toContainText('sold or bought back at the market price now')
  const message = 'Its positions are being closed now.'
  await page.route('**/participation/stop/', (route) => route.fulfill(json(200, { message, bot: paperBot(1) })))
  const [sent] = await Promise.all([page.waitForRequest('**/participation/stop/'), panel.confirm('Close positions')])
  expect(sent.postDataJSON()).toEqual({ close_positions: true })
  await expect(toast(page, message)).toBeVisible()
})

test('one event stream serves every tab, and another tab takes it over', async ({ page, context, person, request }) => {
  const bot = await makeRunning(request, person)
  const streams: { url: string; token: string | undefined }[] = []
  context.on('request', (each) => {
    if (each.url().includes('/api/live/')) streams.push({ url: each.url(), token: each.headers()['authorization'] })
  })
  await storeSession(page, person)
  await dashboardPage(page).open()
  await expect(dashboardPage(page).market).toContainText('Connected')
  await expect(dashboardPage(page).market).not.toContainText('Disconnected')
  const second = await context.newPage()
  await dashboardPage(second).open()
  await expect(dashboardPage(second).market).toContainText('· Connected')
  await expect(botPanel(second).status).toHaveText('Running')
  expect(streams).toHaveLength(1)
  expect(streams[0]?.token).toMatch(/^Bearer /)
  expect(streams[0]?.url).not.toContain('?')
  await sendAs(request, person, controlBot, { id: bot.id, action: 'pause' })
  for (const tab of [page, second]) await expect(botPanel(tab).status).toHaveText('Paused')
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  await sendAs(request, person, controlBot, { id: bot.id, action: 'resume' })
  await expect(botPanel(second).status).toHaveText('Running')
})

test('without the event stream the page says so and polls; the stream reconnects by itself', async ({
  page,
  person,
  request,
}) => {
  // The delays between attempts grow to half a minute while the stream is away.
  test.setTimeout(90_000)
  const bot = await makeRunning(request, person)
  await storeSession(page, person)
  await page.route('**/api/live/', (route) => route.abort())
  await dashboardPage(page).open()
  await expect(dashboardPage(page).market).toContainText('Disconnected')
  await expect(botPanel(page).status).toHaveText('Running')
  await sendAs(request, person, controlBot, { id: bot.id, action: 'pause' })
  await expect(botPanel(page).status).toHaveText('Paused', { timeout: 15_000 })
  await page.unroute('**/api/live/')
  await expect(dashboardPage(page).market).toContainText('· Connected', { timeout: 40_000 })
})
