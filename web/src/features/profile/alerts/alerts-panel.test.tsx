import { readAlerts, saveAlerts, sendMailTest } from '@trading-bot/contract/rest/accounts/alerts'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readTelegram } from '@trading-bot/contract/rest/accounts/telegram'
import { answer, recorded, sentTo } from '../../../testing/answers.ts'
import { button, expectSaid } from '../../../testing/controls.ts'
import { signInAs, visit } from '../../../testing/open-app.tsx'
import { signInHolding } from '../../../testing/plans.ts'

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })

test('an alert is turned off at once, and the bot’s own switch turns off what is about the bot; a test mail is sent on request', async () => {
  signInAs('trader')
  answer(sendMailTest, { message: 'The test mail is on its way.' })
  const off = { kind: 'summary', by_mail: false, by_telegram: true } as const
  const choices = recorded(readAlerts).map((choice) => (choice.kind === 'summary' ? off : choice))
  answer(saveAlerts, () => {
    answer(readAlerts, choices)
    return choices
  })
  const held = recorded(readMySubscription)
  const configuration = { ...held.bot_configuration!, email_notifications: false }
  answer(updateConfiguration, () => {
    answer(readMySubscription, { ...held, bot_configuration: configuration })
    return { message: 'Saved', bot_configuration: configuration }
  })
  await visit('/profile')
  await expect.element(box('Daily summary by mail')).toBeChecked()
  await box('Daily summary by mail').click()
  await expect.element(box('Daily summary by mail')).not.toBeChecked()
  expect(sentTo(saveAlerts)).toMatchObject([{ body: { choices: [off] } }])
  await expect.element(box('Broker access lost by mail')).toBeDisabled()
  await expect.element(box('Orders filled by Telegram')).toBeDisabled()
  await box('Everything about your bot by mail').click()
  await expect.element(box('Orders filled by mail')).toBeDisabled()
  expect(sentTo(updateConfiguration)).toMatchObject([{ body: { email_notifications: false } }])
  await expect.element(box('Plan ending by mail')).toBeEnabled()
  await expectSaid(button('Send a test mail'), 'The test mail is on its way.')
})

test('under a plan without Telegram the linked chat cannot be chosen, and the page says why', async () => {
  signInHolding('Starter')
  const chat = { name: '@meera', linked_at: '2026-11-14T06:00:00.000Z' }
  answer(readTelegram, { is_set_up: true, bot_username: 'trading_test_bot', chat })
  await visit('/profile')
  await expect.element(page.getByText('Your plan sends alerts by e-mail only.')).toBeVisible()
  await expect.element(box('Orders filled by Telegram')).toBeDisabled()
})
