// Paper or live: nobody chooses live by accident. The demo does not offer live trading.
import type { Page } from '@playwright/test'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { changeAnswer } from '../fixtures/change-answer.ts'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { sendAs } from '../fixtures/money.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { makeReady } from '../fixtures/trading.ts'

/** Mocks only that live trading is offered; the rest of the answer comes from the server. */
// The page polls what is mocked below; what is on its way when a test ends is not waited for.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

async function mockLiveOffered(page: Page): Promise<void> {
  await changeAnswer<object>(page, '**/participation/status/', (body) => ({ ...body, is_live_offered: true }))
}

test('SB-06 live trading that the operator does not offer is disabled with its reason', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  await storeSession(page, person)
  const { modes, configure, open } = subscriptionsPage(page)
  await open()
  await configure.click()
  await expect(modes.getByRole('radio', { name: 'Paper' })).toBeChecked()
  await expect(modes.getByRole('radio', { name: 'Live' })).toBeDisabled()
  await expect(modes).toContainText('Live trading is switched off on this platform.')
})

test('SB-05 the wizard buys for paper unless live is chosen', async ({ page, person }) => {
  await mockLiveOffered(page)
  await storeSession(page, person)
  const { dialog, modes, next, previous, purchase, open, buy } = subscriptionsPage(page)
  await open()
  await purchase('EMA Monthly')
  await next.click()
  await next.click()
  await expect(modes.getByRole('radio', { name: 'Paper' })).toBeChecked()
  await next.click()
  await expect(dialog).toContainText('Paper (no real orders)')
  await previous.click()
  await modes.getByRole('radio', { name: 'Live' }).check()
  await expect(dialog).toContainText('This is real money')
  await next.click()
  await expect(dialog).toContainText('Live (real money, once you start the bot)')
  const [sent] = await Promise.all([page.waitForRequest('**/subscriptions/create/'), buy.click()])
  expect(sent.postDataJSON()).toMatchObject({ auto_trade: true, backtest_mode: false })
})

test('SB-02 SB-06 live is chosen with its consent text, shown on the page, and started only when the bot is ready', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  await storeSession(page, person)
  await mockLiveOffered(page)
  const { dialog, modes, current, configure, save, open } = subscriptionsPage(page)
  const bot = botPanel(page)
  await open()
  await expect(current).toContainText('Paper')
  await expect(bot.mode).toHaveText('Paper')
  await configure.click()
  await modes.getByRole('radio', { name: 'Live' }).check()
  await expect(dialog).toContainText(
    'every start asks for your password and for the sentence “I trade with real money”',
  )
  await expectNoViolations(page, 'configuration, live')
  const [sent] = await Promise.all([page.waitForRequest('**/config/'), save.click()])
  expect(sent.postDataJSON()).toMatchObject({ auto_trade: true, backtest_mode: false })
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  await expect(current).toContainText('Live, real money')
  await expect(bot.mode).toHaveText('Live')
  await expect(bot.panel).toContainText('Not yet: 5 things are missing before it can start.')
  for (const text of [
    'Live trading is switched on for the platform',
    'The bot is released for live trading by the operator',
    'Real-money trading of this strategy version is not registered with the exchange yet.',
    'Verified broker credentials',
    'An outbound address, assigned to your account by the operator',
  ]) {
    await expect(bot.needs.filter({ hasText: text }).getByRole('link')).toBeVisible()
  }
  await bot.start.click()
  await bot.dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password)
  await bot.dialog.getByRole('textbox', { name: 'Your consent' }).fill('I trade with real money')
  await bot.confirm('Start Bot')
  await expect(toast(page, 'The bot cannot start yet: Live trading is switched on for the platform')).toBeVisible()
  expect((await sendAs(request, person, readParticipation, {})).is_user_participating).toBe(false)
  await bot.confirm('Not now')

  await configure.click()
  await modes.getByRole('radio', { name: 'Paper' }).check()
  await save.click()
  await expect(bot.mode).toHaveText('Paper')
  const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
  expect(bot_configuration).toMatchObject({ auto_trade: false, backtest_mode: true })
})

test('SB-06 a bot whose configuration is switched off says so and is switched on again', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  await storeSession(page, person)
  const { dialog, configure, save, open } = subscriptionsPage(page)
  const bot = botPanel(page)
  const flag = dialog.getByRole('switch', { name: 'The bot may open positions' })
  await open()
  await configure.click()
  await expect(flag).toBeChecked()
  await flag.uncheck()
  await save.click()
  await expect(bot.needs.filter({ hasText: 'A bot configuration that is switched on' }).getByRole('link')).toBeVisible()
  await configure.click()
  await expect(flag).not.toBeChecked()
  await flag.check()
  await save.click()
  await expect(bot.panel).toContainText('Not yet: everything is in place, start it.')
})
