// The bot follows its plan: every way a plan ends or changes, checked on the dashboard and on the bot's page.
import type { Page } from '@playwright/test'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { planNamed, sendAs } from '../fixtures/money.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { botSubscriptionsPage } from '../pages/billing/bot-subscriptions-page.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { upgradePage } from '../pages/billing/upgrade-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { makeReady, makeRunning } from '../fixtures/trading.ts'

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

test('SB-01 SB-02 BS-01 BS-03 BS-05 a plan that was cancelled and bought again has a new bot that can be started', async ({
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
  await expectDashboard(page, 'None found', ['Ended'], 0)
  await expect(bot.panel).toContainText('Not yet: 3 things are missing before it can start.')
  await go(page, 'Subscriptions')
  await expect(subscriptionsPage(page).current).toContainText('No plan selected')
  await expect(bot.panel).toHaveCount(0)

  const plans = botSubscriptionsPage(page)
  await plans.open()
  await plans.bot.getByRole('button', { name: 'Test Bot' }).click()
  await expect(toast(page, 'Not ready yet.')).toBeVisible()
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
  await expectDashboard(page, 'Running', ['RSI BotPaperRunning', 'EMA BotPaperEnded'], 1)
  await bot.stop.click()
  await bot.confirm('Stop Bot')
  await expectDashboard(page, 'Stopped', ['RSI Bot', 'EMA Bot'], 0)
})

test('UD-03 UD-04 an upgrade to another strategy ends the bot and begins one that runs; a downgrade that keeps it goes on', async ({
  page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  const bot = botPanel(page)
  const change = upgradePage(page)
  await change.enter(person, { selectedPlan: await planNamed(request, person, 'RSI Monthly'), isUpgrade: true })
  const told = page.getByRole('region', { name: 'Your bot' })
  await expect(told).toContainText('EMA Bot ends, with its trades under its own name.')
  await expect(told).toContainText('RSI Bot begins at once, on paper')
  await change.next.click()
  await change.fillCard()
  await change.submit.click()
  await expect(change.heading('Upgrade Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Subscriptions' }).click()
  await expect(bot.panel.getByRole('heading', { name: 'RSI Bot' })).toBeVisible()
  await expect(bot.status).toHaveText('Running')
  for (const text of ['RSI Strategy', 'SBIN-EQ', '₹1,00,000.00']) await expect(bot.panel).toContainText(text)
  await expect(subscriptionsPage(page).current).toContainText('RSI Strategy')
  await go(page, 'Dashboard')
  await expectDashboard(page, 'Running', ['RSI BotPaperRunning', 'EMA BotPaperEnded'], 1)

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
  await go(page, 'Dashboard')
  await expectDashboard(page, 'Running', [`BotPaperRunning${symbol ?? ''}`, 'EMA BotPaperEnded'], 1)
})
