import {
  readTelegram,
  sendTelegramTest,
  startTelegramLink,
  type TelegramState,
  unlinkTelegram,
} from '@trading-bot/contract/rest/accounts/telegram'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { soon, stopClock } from '../../../testing/clock.ts'
import { signInAs, toast, visit } from '../../../testing/open-app.tsx'

const UNLINKED: TelegramState = { is_set_up: true, bot_username: 'trading_test_bot', chat: null }
const LINKED: TelegramState = { ...UNLINKED, chat: { name: '@meera', linked_at: '2026-11-14T06:00:00.000Z' } }
const LIFE_MS = 20_000
const CODE = 'abcd-efgh-jkmn'

const panel = page.getByRole('region', { name: 'Telegram' })
const link = panel.getByRole('button', { name: 'Link Telegram' })
const code = panel.getByTestId('telegram-code')

beforeEach(() => {
  signInAs('trader')
  answer(startTelegramLink, () => ({
    code: CODE,
    url: `https://t.me/trading_test_bot?start=${CODE}`,
    expires_at: new Date(Date.now() + LIFE_MS).toISOString(),
  }))
})

test('the profile says when the operator has no Telegram bot', async () => {
  await visit('/profile')
  await expect.element(panel).toHaveTextContent('The operator of this platform has not set up a Telegram bot.')
  expect(link.elements()).toEqual([])
})

test('a chat is linked by a code, and the page shows it without a reload', async () => {
  answer(readTelegram, UNLINKED)
  await visit('/profile')
  await expect.element(link).toBeVisible()
  stopClock()
  await link.click()
  await soon(() => expect(code.elements()[0]?.textContent).toBe(`/start ${CODE}`))
  const chat = panel.getByRole('link', { name: 'Open Telegram' })
  await expect.element(chat).toHaveAttribute('href', `https://t.me/trading_test_bot?start=${CODE}`)
  await expect.element(panel.getByRole('img', { name: /QR code/ })).toBeVisible()
  // A failed poll keeps the code visible.
  refuse(readTelegram, 503)
  const asked = sentTo(readTelegram).length
  await vi.advanceTimersByTimeAsync(3_100)
  expect(sentTo(readTelegram).length).toBeGreaterThan(asked)
  await expect.element(code).toBeVisible()
  answer(readTelegram, LINKED)
  await vi.advanceTimersByTimeAsync(10_000)
  await soon(() => expect(panel.element().textContent).toContain('@meera · since 14 Nov 2026'))
  expect(code.elements()).toEqual([])
})

test('an unused code expires on the screen, and a new one can be created', async () => {
  answer(readTelegram, UNLINKED)
  await visit('/profile')
  await expect.element(link).toBeVisible()
  stopClock()
  await link.click()
  await soon(() => expect(code.elements()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(LIFE_MS)
  await expect.element(panel).toHaveTextContent('The code has expired. Nothing was linked.')
  const fresh = { code: 'second', url: 'https://t.me/x', expires_at: new Date(Date.now() + LIFE_MS).toISOString() }
  answer(startTelegramLink, fresh)
  await panel.getByRole('button', { name: 'New code' }).click()
  await soon(() => expect(code.elements()[0]?.textContent).toBe('/start second'))
  expect(sentTo(startTelegramLink)).toHaveLength(2)
})

test('a linked chat is tested, switched on for the bot, and unlinked', async () => {
  answer(readTelegram, LINKED)
  answer(sendTelegramTest, { message: 'The test message is on its way.' })
  const held = recorded(readMySubscription)
  const configuration = { ...held.bot_configuration!, telegram_notifications: true }
  answer(updateConfiguration, () => {
    answer(readMySubscription, { ...held, bot_configuration: configuration })
    return { message: 'Saved', bot_configuration: configuration }
  })
  await visit('/profile')
  await panel.getByRole('button', { name: 'Send a test message' }).click()
  await expect.element(toast('The test message is on its way.')).toBeVisible()
  const news = panel.getByRole('switch', { name: 'Tell me here what my bot does' })
  await expect.element(news).not.toBeChecked()
  await news.click()
  await expect.element(news).toBeChecked()
  expect(sentTo(updateConfiguration)).toMatchObject([
    { params: { id: held.id }, body: { telegram_notifications: true } },
  ])
  await panel.getByRole('button', { name: 'Unlink' }).click()
  answer(unlinkTelegram, () => {
    answer(readTelegram, UNLINKED)
    return null
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect.element(toast('Telegram is unlinked.')).toBeVisible()
  await expect.element(link).toBeVisible()
})
