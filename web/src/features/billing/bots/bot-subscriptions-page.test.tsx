import {
  cancelSubscription,
  createSubscription,
  readMySubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse, sentTo } from '../../../testing/answers.ts'
import { signInAs, toast, visit } from '../../../testing/open-app.tsx'
import { signInHolding } from '../../../testing/plans.ts'

const bot = page.getByRole('region', { name: 'Bot', exact: true })
const current = page.getByRole('region', { name: 'Current Subscription' })
const plans = page.getByRole('region', { name: 'Choose Your Plan' })
const features = page.getByRole('region', { name: 'Bot Features' })
const dialog = page.getByRole('dialog')
const card = (name: string) => plans.getByRole('article', { name, exact: true })

test('BS-01 BS-02 BS-03 BS-04 the page shows the bot, the subscription, the plans in three columns and the features', async () => {
  signInAs('trader')
  await visit('/bot-subscriptions')
  for (const text of ['EMA Bot', 'Follows the trend', 'Version 1.0.0'])
    await expect.element(bot).toHaveTextContent(text)
  await expect.element(bot.css('[data-status="active"]')).toBeVisible()
  await expect.element(bot.getByRole('button', { name: 'Test Bot' })).toBeVisible()
  await bot.getByRole('button', { name: 'View Details' }).click()
  await expect.element(dialog).toHaveTextContent('SBIN-EQ')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  for (const text of ['EMA Monthly', 'Follows the trend', 'Started18 Nov 2026Expires18 Dec 2026'])
    await expect.element(current).toHaveTextContent(text)
  await expect.element(current.css('[data-status]')).toHaveTextContent('Active')
  await expect.element(card('EMA Monthly')).toHaveTextContent('Most Popular')
  await expect.element(card('EMA Monthly').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expect.element(card('RSI Monthly')).toHaveTextContent('₹1,299.00/month30 days')
  await expect.element(card('RSI Monthly')).toHaveTextContent('Up to 5 entry orders a day')
  const tops = plans
    .getByRole('article')
    .elements()
    .map((one) => one.getBoundingClientRect().y)
  expect(tops.slice(0, 4).map((top) => top === tops[0])).toEqual([true, true, true, false])
  for (const name of [
    'EMA Strategy',
    'Risk Management',
    'Real-time Monitoring',
    'Angel One Integration',
    'Backtesting',
    'Secure Trading',
  ])
    await expect.element(features.getByText(name, { exact: true })).toBeVisible()
})

test('BS-05 a refused purchase shows the server’s error, or its own text without one', async () => {
  signInAs('trader')
  await visit('/bot-subscriptions')
  for (const [status, body, text] of [
    [400, { error: 'You already have an active subscription plan.' }, 'You already have an active subscription plan.'],
    [500, {}, 'Failed to purchase subscription'],
  ] as const) {
    refuse(createSubscription, status, body)
    await card('RSI Monthly').getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('dialog', { name: 'Confirm Subscription' }).getByRole('button', { name: 'Confirm' }).click()
    await expect.element(toast(text)).toBeVisible()
  }
})

test('BS-05 BS-06 cancelling asks for confirmation, sends no id and refreshes the page', async () => {
  const held = signInHolding('EMA Monthly')
  refuse(cancelSubscription, 500)
  await visit('/bot-subscriptions')
  const cancel = current.getByRole('button', { name: 'Cancel Subscription' })
  await cancel.click()
  const confirm = dialog.getByRole('button', { name: 'Cancel Subscription' })
  await confirm.click()
  await expect.element(toast('Failed to cancel subscription')).toBeVisible()
  answer(cancelSubscription, () => {
    answer(readMySubscription, { ...held, status: 'cancelled' })
    return { message: 'Done', subscription: held }
  })
  await confirm.click()
  await expect.element(toast('Bot subscription cancelled successfully')).toBeVisible()
  expect(sentTo(cancelSubscription).at(-1)?.body).toEqual({})
  await expect.element(current.css('[data-status]')).toHaveTextContent('Cancelled')
  await expect.element(cancel).not.toBeInTheDocument()
})
