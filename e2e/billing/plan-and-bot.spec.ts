// The bot follows its plan: every way a plan ends or changes, checked on the dashboard and on the bot's page.
import type { Page } from '@playwright/test'
import { refundPayment, listPayments } from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy, planNamed, sendAs } from '../fixtures/money.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { botSubscriptionsPage } from '../pages/billing/bot-subscriptions-page.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { upgradePage } from '../pages/billing/upgrade-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'
import { makeReady, makeRunning, paperBot } from '../fixtures/trading.ts'

/** Navigates inside the application, so that cached data is tested as well. */
async function go(page: Page, name: 'Dashboard' | 'Subscriptions' | 'Pricing') {
  await shell(page).sidebar.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/${name.toLowerCase()}`)
}

/** The dashboard's panel, list and card of active bots. */
async function expectDashboard(page: Page, status: string, rows: readonly string[], active: number) {
  const dashboard = dashboardPage(page)
  await expect(botPanel(page).status).toHaveText(status)
  await expect(dashboard.bots).toHaveCount(rows.length)
  for (const [place, text] of rows.entries()) await expect(dashboard.bots.nth(place)).toContainText(text)
  await expect(dashboard.card('Active Bots')).toContainText(String(active))
}

test('SB-01 SB-02 a plan that was cancelled and bought again has a new bot that can be started', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  await storeSession(page, person)
  const bot = botPanel(page)
  await dashboardPage(page).open()
  await bot.start.click()
  await bot.confirm('Start Bot')
  await expect(bot.panel.getByRole('heading', { name: 'EMA Bot' })).toBeVisible()
  await expectDashboard(page, 'Running', ['Running'], 1)

  await go(page, 'Pricing')
  const pricing = pricingPage(page)
  await pricing.cancel.click()
  await pricing.dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(pricing.current).toContainText('Cancelled')
  await go(page, 'Dashboard')
  await expectDashboard(page, 'None found', ['StoppedPlan ended'], 0)
  await expect(bot.panel).toContainText('Not yet: 3 things are missing before it can start.')
  await go(page, 'Subscriptions')
  await expect(subscriptionsPage(page).current).toContainText('No plan selected')
  await expect(bot.panel).toHaveCount(0)

  const plans = botSubscriptionsPage(page)
  await plans.open()
  await plans.card('RSI Monthly').getByRole('button', { name: 'Subscribe' }).click()
  await plans.confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(toast(page, 'Bot subscription purchased successfully!')).toBeVisible()
  const { id } = await sendAs(request, person, readMySubscription, {})
  await sendAs(request, person, updateConfiguration, { id, capital_amount: 150_000 })
  await go(page, 'Subscriptions')
  await expect(bot.status).toHaveText('None found')
  await expect(bot.stop).toHaveCount(0)
  await bot.start.click()
  await bot.confirm('Start Bot')
  await expect(bot.status).toHaveText('Running')
  await expect(bot.panel.getByRole('heading', { name: 'RSI Bot' })).toBeVisible()
  await expect(bot.panel).toContainText('₹1,50,000.00')
  await go(page, 'Dashboard')
  await expectDashboard(page, 'Running', ['RSI BotPaperRunning', 'EMA BotPaperStoppedPlan ended'], 1)
  await bot.stop.click()
  await bot.confirm('Stop Bot')
  await expectDashboard(page, 'Stopped', ['RSI Bot', 'EMA Bot'], 0)
})

test('UD-04 after an upgrade the bot has the new strategy’s name, type and symbols, and keeps running', async ({
  page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  const bot = botPanel(page)
  const change = upgradePage(page)
  await change.enter(person, { selectedPlan: await planNamed(request, person, 'RSI Monthly'), isUpgrade: true })
  await change.next.click()
  await change.fillCard()
  await change.submit.click()
  await expect(change.heading('Upgrade Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Subscriptions' }).click()
  await expect(bot.panel.getByRole('heading', { name: 'RSI Bot' })).toBeVisible()
  await expect(bot.status).toHaveText('Running')
  await expect(bot.panel).toContainText('RSI Strategy')
  await expect(bot.panel).toContainText('SBIN-EQ')
  await expect(bot.panel).toContainText('₹1,00,000.00')
  await expect(subscriptionsPage(page).current).toContainText('RSI Strategy')
  await go(page, 'Dashboard')
  await expectDashboard(page, 'Running', ['RSI BotPaperRunning'], 1)
})

test('UD-04 after a downgrade the bot trades what the cheaper plan trades', async ({ page, person, request }) => {
  await makeRunning(request, person)
  const bot = botPanel(page)
  await storeSession(page, person)
  await dashboardPage(page).open()
  await expect(bot.panel).toContainText('12 symbols')
  const change = upgradePage(page)
  await change.enter(person, { selectedPlan: await planNamed(request, person, 'Starter'), isDowngrade: true })
  await change.next.click()
  await change.fillCard()
  await change.submit.click()
  await expect(change.heading('Downgrade Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Subscriptions' }).click()
  await expect(bot.status).toHaveText('Running')
  // The subscription's symbol, or the whole list when another test has removed the administrator's symbol.
  const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
  const symbol = bot_configuration?.symbol
  await expect(bot.panel).toContainText(`Symbols${symbol || '12 symbols'}`)
  if (symbol) await expect(subscriptionsPage(page).current).toContainText(`Symbol${symbol}`)
  await go(page, 'Dashboard')
  await expectDashboard(page, 'Running', [`EMA BotPaperRunning${symbol ?? ''}`], 1)
})

test('SB-01 a plan that ends removes its bot from the open page without a reload', async ({
  page,
  person,
  request,
  admin,
}) => {
  // A full refund ends the billing period within seconds; the scheduled job follows within a minute.
  test.setTimeout(120_000)
  await makeRunning(request, person)
  await storeSession(page, person)
  await subscriptionsPage(page).open()
  await expect(botPanel(page).status).toHaveText('Running')
  const { unused_value } = await sendAs(request, person, readMySubscription, {})
  const [payment] = await sendAs(request, person, listPayments, {})
  const amount = Math.round(unused_value * 100 - 1) / 100
  await sendAs(request, admin, refundPayment, { id: payment?.id ?? '', amount, reason: 'A test of the end' })
  expect((await sendAs(request, person, readMySubscription, {})).status).toBe('active')
  await expect(subscriptionsPage(page).current).toContainText('No plan selected', { timeout: 100_000 })
  await expect(botPanel(page).panel).toHaveCount(0)
  await expect(subscriptionsPage(page).current).toContainText('Expired')
  await go(page, 'Dashboard')
  await expectDashboard(page, 'None found', ['EMA BotPaperStoppedPlan ended'], 0)
})

test('SB-01 the positions of an ended plan are counted and closed on request', async ({ page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const state = await sendAs(request, person, readParticipation, {})
  const former = paperBot(7, { status: 'stopped', is_participating: false, is_plan_ended: true, open_positions: 2 })
  const missing = state.readiness.map((item) => (item.code === 'subscription' ? { ...item, is_ready: false } : item))
  const show = (change: object) =>
    page.route('**/participation/status/', (route) =>
      route.fulfill(json(200, { ...state, bot: null, closing: [former], ...change })),
    )
  const bot = botPanel(page)
  await show({})
  await dashboardPage(page).open()
  await expect(bot.panel).toContainText('2 open positions of your former plan are being closed.')
  await page.unrouteAll()
  await show({ readiness: missing, is_ready: false })
  await page.reload()
  await expect(bot.status).toHaveText('None found')
  await expect(bot.panel).toContainText('Plan ended. 2 open positions are being closed.')
  await expectNoViolations(page, 'an ended plan’s positions')
  await bot.closePositions.click()
  await expect(bot.dialog).toContainText('at the market price now')
  const message = 'Its positions are being closed now.'
  await page.route('**/control/', (route) => route.fulfill(json(200, { message, bot: former })))
  const [sent] = await Promise.all([page.waitForRequest('**/control/'), bot.confirm('Close positions')])
  expect(sent.url()).toContain(former.id)
  expect(sent.postDataJSON()).toEqual({ action: 'stop', close_positions: true })
  await expect(toast(page, message)).toBeVisible()
  // The page without a plan shows the notice as well.
  await page.route('**/my-subscription/', (route) => route.fulfill(json(404, { error: 'none' })))
  await subscriptionsPage(page).open()
  await expect(page.getByRole('alert')).toContainText('Plan ended. 2 open positions are being closed.')
})
