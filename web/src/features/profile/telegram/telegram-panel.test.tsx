import * as api from '@trading-bot/contract/rest/accounts/telegram'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { soon, stopClock } from '../../../testing/clock.ts'
import { button, dialog, expectSaid } from '../../../testing/controls.ts'
import { signInAs, visit } from '../../../testing/open-app.tsx'

const UNLINKED: api.TelegramState = { is_set_up: true, bot_username: 'trading_test_bot', chat: null }
const LINKED: api.TelegramState = { ...UNLINKED, chat: { name: '@meera', linked_at: '2026-11-14T06:00:00.000Z' } }
const LIFE_MS = 20_000

const panel = page.getByRole('region', { name: 'Telegram' })
const link = button('Link Telegram', panel)
const code = panel.getByTestId('telegram-code')

beforeEach(() => {
  signInAs('trader')
  answer(api.startTelegramLink, () => {
    const code = `code-${sentTo(api.startTelegramLink).length}`
    const expires_at = new Date(Date.now() + LIFE_MS).toISOString()
    return { code, url: `https://t.me/trading_test_bot?start=${code}`, expires_at }
  })
})

test('an unused code expires on the screen; a new one links a chat, and the page shows it without a reload', async () => {
  answer(api.readTelegram, UNLINKED)
  await visit('/profile')
  await expect.element(link).toBeVisible()
  stopClock()
  await link.click()
  await soon(() => expect(code.elements()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(LIFE_MS)
  await expect.element(panel).toHaveTextContent('The code has expired. Nothing was linked.')
  await button('New code', panel).click()
  await soon(() => expect(code.elements()[0]?.textContent).toBe('/start code-2'))
  const chat = panel.getByRole('link', { name: 'Open Telegram' })
  await expect.element(chat).toHaveAttribute('href', 'https://t.me/trading_test_bot?start=code-2')
  await expect.element(panel.getByRole('img', { name: /QR code/ })).toBeVisible()
  // A failed poll keeps the code visible.
  refuse(api.readTelegram, 503)
  const asked = sentTo(api.readTelegram).length
  await vi.advanceTimersByTimeAsync(3_100)
  expect(sentTo(api.readTelegram).length).toBeGreaterThan(asked)
  await expect.element(code).toBeVisible()
  answer(api.readTelegram, LINKED)
  await vi.advanceTimersByTimeAsync(10_000)
  await soon(() => expect(panel.element().textContent).toContain('@meera · since 14 Nov 2026'))
  expect(code.elements()).toEqual([])
})

test('the profile says when the operator has no Telegram bot; a linked chat is tested, switched on for the bot, and unlinked', async () => {
  await visit('/profile')
  await expect.element(panel).toHaveTextContent('The operator of this platform has not set up a Telegram bot.')
  expect(link.elements()).toEqual([])
  answer(api.readTelegram, LINKED)
  answer(api.sendTelegramTest, { message: 'The test message is on its way.' })
  const held = recorded(readMySubscription)
  const configuration = { ...held.bot_configuration!, telegram_notifications: true }
  answer(updateConfiguration, () => {
    answer(readMySubscription, { ...held, bot_configuration: configuration })
    return { message: 'Saved', bot_configuration: configuration }
  })
  await visit('/profile')
  await expectSaid(button('Send a test message', panel), 'The test message is on its way.')
  const news = panel.getByRole('switch', { name: 'Tell me here what my bot does' })
  await expect.element(news).not.toBeChecked()
  await news.click()
  await expect.element(news).toBeChecked()
  const body = { telegram_notifications: true }
  expect(sentTo(updateConfiguration)).toMatchObject([{ params: { id: held.id }, body }])
  await button('Unlink', panel).click()
  answer(api.unlinkTelegram, () => {
    answer(api.readTelegram, UNLINKED)
    return null
  })
  await expectSaid(button('Unlink', dialog), 'Telegram is unlinked.')
  await expect.element(link).toBeVisible()
})
