import * as api from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts } from '../../../testing/controls.ts'
import { signInAs, visit } from '../../../testing/open-app.tsx'
import { signInHolding } from '../../../testing/plans.ts'

const bot = page.getByRole('region', { name: 'Bot', exact: true })
const current = page.getByRole('region', { name: 'Current Subscription' })
const plans = page.getByRole('region', { name: 'Choose Your Plan' })
const features = page.getByRole('region', { name: 'Bot Features' })
const card = (name: string) => plans.getByRole('article', { name, exact: true })

test('BS-01 BS-02 BS-03 BS-04 the page shows the bot, the subscription, the plans in three columns and the features', async () => {
  signInAs('trader')
  await visit('/bot-subscriptions')
  await expectTexts(bot, 'EMA Bot', 'Follows the trend', 'Version 1.0.0')
  await expect.element(bot.css('[data-status="active"]')).toBeVisible()
  await button('View Details', bot).click()
  await expect.element(dialog).toHaveTextContent('SBIN-EQ')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectTexts(current, 'EMA Monthly', 'Follows the trend', 'Started18 Nov 2026Expires18 Dec 2026')
  await expect.element(current.css('[data-status]')).toHaveTextContent('Active')
  await expect.element(card('EMA Monthly')).toHaveTextContent('Most Popular')
  await expect.element(button('Current Plan', card('EMA Monthly'))).toBeDisabled()
  await expectTexts(card('RSI Monthly'), '₹1,299.00/month30 days', 'Up to 5 entry orders a day')
  const cards = plans.getByRole('article').elements()
  const tops = cards.map((one) => one.getBoundingClientRect().y)
  expect(tops.slice(0, 4).map((top) => top === tops[0])).toEqual([true, true, true, false])
  await expectTexts(features, 'EMA Strategy', 'Risk Management', 'Real-time Monitoring', 'Angel One Integration')
  await expectTexts(features, 'Backtesting', 'Secure Trading')
})

test('BS-05 BS-06 a refused purchase shows its text; cancelling asks for confirmation, sends no id and refreshes the page', async () => {
  const held = signInHolding('EMA Monthly')
  await visit('/bot-subscriptions')
  const error = 'You already have an active subscription plan.'
  for (const [status, body, text] of [
    [400, { error }, error],
    [500, {}, 'Failed to purchase subscription'],
  ] as const) {
    refuse(api.createSubscription, status, body)
    await button('Subscribe', card('RSI Monthly')).click()
    await expectSaid(button('Confirm', page.getByRole('dialog', { name: 'Confirm Subscription' })), text)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  refuse(api.cancelSubscription, 500)
  const cancel = button('Cancel Subscription', current)
  await cancel.click()
  const confirm = button('Cancel Subscription', dialog)
  await expectSaid(confirm, 'Failed to cancel subscription')
  answer(api.cancelSubscription, () => {
    answer(api.readMySubscription, { ...held, status: 'cancelled' })
    return { message: 'Done', subscription: held }
  })
  await expectSaid(confirm, 'Bot subscription cancelled successfully')
  expect(sentTo(api.cancelSubscription).at(-1)?.body).toEqual({})
  await expect.element(current.css('[data-status]')).toHaveTextContent('Cancelled')
  await expect.element(cancel).not.toBeInTheDocument()
})
