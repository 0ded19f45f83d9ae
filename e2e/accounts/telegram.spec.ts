import type { Page } from '@playwright/test'
import type { TelegramLink, TelegramState } from '@trading-bot/contract/rest/accounts/telegram'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy, sendAs } from '../fixtures/money.ts'
import { profilePage } from '../pages/accounts/profile-page.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, installClock, test, toast } from '../fixtures/test.ts'

// axe is slow on a busy machine.
test.setTimeout(60_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const UNLINKED: TelegramState = { is_set_up: true, bot_username: 'trading_test_bot', chat: null }
const LINKED: TelegramState = { ...UNLINKED, chat: { name: '@meera', linked_at: '2026-11-14T06:00:00.000Z' } }
const CODE = 'abcd-efgh-jkmn'

/** Mocks the server's Telegram answers; the server tests cover Telegram itself. */
async function setUpTelegram(page: Page, first: TelegramState) {
  const backend = { state: first, codes: 0, isDown: false }
  await page.route('**/api/auth/telegram/', (route) => {
    if (backend.isDown) return route.fulfill(json(503, {}))
    if (route.request().method() === 'GET') return route.fulfill(json(200, backend.state))
    backend.state = UNLINKED
    return route.fulfill({ status: 204 })
  })
  await page.route('**/api/auth/telegram/link/', async (route) => {
    backend.codes += 1
    const expires_at = new Date((await page.evaluate(() => Date.now())) + 600_000).toISOString()
    const link: TelegramLink = { code: CODE, url: `https://t.me/trading_test_bot?start=${CODE}`, expires_at }
    return route.fulfill(json(201, link))
  })
  return backend
}

test('the profile and the wizard say when the operator has no Telegram bot', async ({ page, person }) => {
  await storeSession(page, person)
  const { telegram, open } = profilePage(page)
  await open()
  await expect(telegram.region).toContainText('The operator of this platform has not set up a Telegram bot.')
  await expect(telegram.link).toHaveCount(0)
  await openRiskStep(page)
  await expect(page.getByRole('dialog')).toContainText('Not available on this platform yet.')
})

test('a chat is linked by a code, and the page shows it without a reload', async ({ page, person }) => {
  await storeSession(page, person)
  const backend = await setUpTelegram(page, UNLINKED)
  const { telegram, open } = profilePage(page)
  await open()
  await telegram.link.click()
  await expect(telegram.code).toHaveText(`/start ${CODE}`)
  await expect(telegram.chat).toHaveAttribute('href', `https://t.me/trading_test_bot?start=${CODE}`)
  await expect(telegram.picture).toBeVisible()
  await expectNoViolations(page, 'profile, a code for Telegram')
  // A failed poll keeps the code visible.
  backend.isDown = true
  await page.waitForResponse((response) => response.url().endsWith('/telegram/') && response.status() === 503)
  await expect(telegram.code).toBeVisible()
  backend.isDown = false
  backend.state = LINKED
  await expect(telegram.region).toContainText('@meera · since 14 Nov 2026')
  await expect(telegram.code).toHaveCount(0)
})

test('an unused code expires on the screen, and a new one can be created', async ({ page, person }) => {
  await storeSession(page, person)
  await installClock(page)
  const backend = await setUpTelegram(page, UNLINKED)
  const { telegram, open } = profilePage(page)
  await open()
  await telegram.link.click()
  await expect(telegram.code).toBeVisible()
  await page.clock.fastForward(600_000)
  await expect(telegram.region).toContainText('The code has expired. Nothing was linked.')
  await telegram.renew.click()
  await expect(telegram.code).toBeVisible()
  expect(backend.codes).toBe(2)
})

test('a linked chat is tested, switched on for the bot, and unlinked', async ({ page, person, request }) => {
  await buy(request, person, 'Starter')
  await storeSession(page, person)
  await setUpTelegram(page, LINKED)
  await page.route('**/api/auth/telegram/test/', (route) =>
    route.fulfill(json(202, { message: 'The test message is on its way.' })),
  )
  const { telegram, dialog, open } = profilePage(page)
  await open()
  await telegram.test.click()
  await expect(toast(page, 'The test message is on its way.')).toBeVisible()
  await expect(telegram.news).not.toBeChecked()
  await telegram.news.click()
  await expect(telegram.news).toBeChecked()
  await expect
    .poll(async () => (await sendAs(request, person, readMySubscription, {})).bot_configuration?.telegram_notifications)
    .toBe(true)
  await page.reload()
  await expect(telegram.news).toBeChecked()
  await expectNoViolations(page, 'profile, Telegram linked')
  await telegram.unlink.click()
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await expect(toast(page, 'Telegram is unlinked.')).toBeVisible()
  await expect(telegram.link).toBeVisible()
})

test('SB-08 the wizard links to the profile only when no chat is linked', async ({ page, person }) => {
  await storeSession(page, person)
  const backend = await setUpTelegram(page, UNLINKED)
  await openRiskStep(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'your profile' })).toHaveAttribute('href', '/profile')
  await expectNoViolations(page, 'wizard, Telegram not linked')
  backend.state = LINKED
  await openRiskStep(page)
  await expect(dialog.getByLabel('Telegram notifications')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'your profile' })).toHaveCount(0)
})

async function openRiskStep(page: Page) {
  const { dialog, next, open, purchase } = subscriptionsPage(page)
  await open()
  await purchase('Starter')
  await dialog.getByLabel('Stock symbol').selectOption('SBIN-EQ')
  await next.click()
  await next.click()
  await expect(dialog.getByRole('heading', { name: 'Risk Management' })).toBeVisible()
}
