import { readParticipation, startParticipation, stopParticipation } from '@trading-bot/contract/rest/trading/bots'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { buy, sendAs } from '../fixtures/money.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'
import { makeReady, makeRunning, paperBot } from '../fixtures/trading.ts'

type Participation = CallAnswer<typeof readParticipation>

test('SB-01 the page shows the plan, its bot and its run status in every state', async ({ traderPage: page }) => {
  const { status, panel } = botPanel(page)
  for (const [word, bot] of [
    ['Running', paperBot(1)],
    ['Stopped', paperBot(1, { status: 'stopped', is_participating: false })],
    ['Paused', paperBot(1, { status: 'paused' })],
    ['Error', paperBot(1, { status: 'error', status_reason: 'The script stopped: division by zero' })],
    ['None found', null],
  ] as const) {
    const state: Participation = {
      is_user_participating: bot?.is_participating ?? false,
      bot,
      closing: [],
      mode: 'paper',
      is_live_offered: false,
      is_ready: true,
      readiness: [],
    }
    await page.route('**/participation/status/', (route) => route.fulfill(json(200, state)))
    await subscriptionsPage(page).open()
    await expect(subscriptionsPage(page).current).toContainText('EMA Monthly')
    await expect(status).toHaveText(word)
    if (bot) await expect(panel).toContainText('Bot 1')
    if (bot?.status_reason) await expect(panel).toContainText(bot.status_reason)
  }
})

test('SB-02 start is offered only when not participating, stop only when participating, each after a confirmation', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  await storeSession(page, person)
  const bot = botPanel(page)
  await subscriptionsPage(page).open()
  await expect(bot.start).toBeVisible()
  await expect(bot.stop).toHaveCount(0)
  await expect(bot.stopAndClose).toHaveCount(0)
  await bot.start.click()
  await expect(bot.dialog).toContainText('trades on paper')
  await bot.confirm('Not now')
  expect((await sendAs(request, person, readParticipation, {})).is_user_participating).toBe(false)
  await bot.start.click()
  await bot.confirm('Start Bot')
  await expect(toast(page, 'Bot started. It trades on its next signal.')).toBeVisible()
  await expect(bot.status).toHaveText('Running')
  await expect(bot.start).toHaveCount(0)
  await bot.stop.click()
  await bot.confirm('Keep as it is')
  expect((await sendAs(request, person, readParticipation, {})).is_user_participating).toBe(true)
  await bot.stop.click()
  const [sent] = await Promise.all([page.waitForRequest('**/participation/stop/'), bot.confirm('Stop Bot')])
  expect(sent.postDataJSON()).toEqual({ close_positions: false })
  await expect(bot.status).toHaveText('Stopped')
  await expect(bot.start).toBeVisible()
  await expect(bot.stop).toHaveCount(0)
})

test('SB-02 the server’s messages are shown, or the page’s own texts without one', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  await storeSession(page, person)
  const bot = botPanel(page)
  await subscriptionsPage(page).open()
  await page.route('**/participation/st*t/', (route) => route.fulfill(json(500, {})))
  await bot.start.click()
  await bot.confirm('Start Bot')
  await expect(toast(page, 'Failed to start bot')).toHaveAttribute('data-kind', 'error')
  await page.unroute('**/participation/st*t/')
  // The bot was started elsewhere while this dialog is open.
  await sendAs(request, person, startParticipation, {})
  await bot.confirm('Start Bot')
  await expect(toast(page, 'Bot is already participating in trading')).toBeVisible()
  await bot.confirm('Not now')
  await page.route('**/participation/stop/', (route) => route.fulfill(json(500, {})))
  await bot.stop.click()
  await bot.confirm('Stop Bot')
  await expect(toast(page, 'Failed to stop bot')).toHaveAttribute('data-kind', 'error')
  await page.unroute('**/participation/stop/')
  await sendAs(request, person, stopParticipation, {})
  await bot.confirm('Stop Bot')
  await expect(toast(page, 'Bot is not participating in trading')).toBeVisible()
})

test('SB-02 a bot that is not ready cannot start, and each missing item links to its page', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const bot = botPanel(page)
  await subscriptionsPage(page).open()
  await expect(bot.panel).toContainText('Not yet: 2 things are missing before it can start.')
  await bot.start.click()
  await bot.confirm('Start Bot')
  await expect(toast(page, 'The bot cannot start yet: Capital above ₹0; Saved broker credentials')).toBeVisible()
  await bot.confirm('Not now')
  await bot.needs.filter({ hasText: 'Saved broker credentials' }).getByRole('link').click()
  await expect(page).toHaveURL('/credentials')
})

test('SB-02 a live start requires the password and the typed consent', async ({ page, person, request }) => {
  await makeReady(request, person)
  await storeSession(page, person)
  const live: Participation = { ...(await sendAs(request, person, readParticipation, {})), mode: 'live' }
  await page.route('**/participation/status/', (route) => route.fulfill(json(200, live)))
  const bot = botPanel(page)
  await subscriptionsPage(page).open()
  await expect(bot.mode).toHaveText('Live')
  await bot.start.click()
  await expect(bot.dialog).toContainText('with real money')
  await bot.confirm('Start Bot')
  await expect(bot.dialog).toContainText('Password is required')
  await expect(bot.dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused()
  await bot.dialog.getByRole('textbox', { name: 'Current password' }).fill('Kaveri829')
  await bot.dialog.getByRole('textbox', { name: 'Your consent' }).fill('I trade')
  await bot.confirm('Start Bot')
  await expect(bot.dialog.getByText('Type “I trade with real money”', { exact: true })).toBeVisible()
  await bot.dialog.getByRole('textbox', { name: 'Your consent' }).fill('I trade with real money')
  const refusal = { error: 'Type your password again to trade with real money.', code: 'LIVE_NEEDS_PASSWORD' }
  await page.route('**/participation/start/', (route) => route.fulfill(json(403, refusal)))
  const [sent] = await Promise.all([page.waitForRequest('**/participation/start/'), bot.confirm('Start Bot')])
  expect(sent.postDataJSON()).toEqual({ password: 'Kaveri829', consent: 'I trade with real money' })
  await expect(toast(page, refusal.error)).toBeVisible()
  await expect(bot.dialog).toBeVisible()
})

test('SB-06 saved capital applies to the running bot and after a restart', async ({ page, person, request }) => {
  await makeRunning(request, person)
  await storeSession(page, person)
  const { dialog, configure, save, open } = subscriptionsPage(page)
  await open()
  await expect(botPanel(page).panel).toContainText('₹1,00,000.00')
  await configure.click()
  await expect(dialog.getByLabel('Capital Amount')).toHaveValue('₹1,00,000')
  await dialog.getByLabel('Capital Amount').fill('0')
  await save.click()
  await expect(dialog.getByText('Capital amount must be greater than 0')).toBeVisible()
  await dialog.getByLabel('Capital Amount').fill('250000.5')
  await save.click()
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  await expect(botPanel(page).panel).toContainText('₹2,50,000.50')
  const { bot } = await sendAs(request, person, readParticipation, {})
  expect(bot?.capital_amount).toBe(250_000.5)
  const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
  expect(bot_configuration?.capital_amount).toBe(250_000.5)
})

test('BS-01 Test Bot reports whether the bot is valid, and without one what is missing', async ({
  page,
  person,
  request,
}) => {
  await storeSession(page, person)
  const button = page.getByRole('region', { name: 'Bot', exact: true }).getByRole('button', { name: 'Test Bot' })
  await page.goto('/bot-subscriptions')
  await button.click()
  await expect(toast(page, 'Not ready yet.')).toHaveAttribute('data-kind', 'warning')
  await makeRunning(request, person)
  await page.reload()
  await button.click()
  await expect(toast(page, 'symbols')).toHaveAttribute('data-kind', 'success')
})
