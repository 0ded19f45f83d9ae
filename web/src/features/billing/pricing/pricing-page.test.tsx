import { listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import * as api from '@trading-bot/contract/rest/billing/subscriptions'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, given, hold, publish, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts, texts } from '../../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../../testing/open-app.tsx'
import { findSheet } from '@trading-bot/contract/rest/trading/sheets'
import { SHEET, signInHolding } from '../../../testing/plans.ts'

const current = page.getByRole('region', { name: 'Current Subscription' })
const available = page.getByRole('region', { name: 'Available Plans' })
const cards = available.getByRole('article')
const offers = dialog.getByRole('listitem')
const badge = current.css('[data-status]')
const action = (name: string) => button(name, current)
const choose = (name: string) => available.getByRole('article', { name, exact: true }).getByRole('button').click()
const rupees = (text: string) => Number(/₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))

afterEach(() => page.viewport(1280, 800))

test('PR-01 PR-02 PR-03 PR-04 PR-06 the page shows the current plan and all plans, the cheapest first, then compared; upgrade lists dearer ones, downgrade cheaper ones', async () => {
  signInAs('trader')
  await visit('/pricing')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bot Subscription Plans' })).toBeVisible()
  await expectTexts(current, 'EMA Monthly', '₹999.00/month', 'Valid until18 Dec 2026')
  await expect.element(badge).toHaveTextContent('Active')
  await expect.element(action('Cancel Subscription')).toBeVisible()
  await expect.poll(() => cards.elements()).toHaveLength(12)
  const prices = texts(available.getByTestId('plan-price')).map(rupees)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  await expectTexts(available, 'Regular Plan', 'EMA Strategy Plan')
  await expect.element(available).not.toHaveTextContent(/\d\s*%|guaranteed|expected profit/i)
  await action('Upgrade Plan').click()
  await expect.poll(() => offers.elements()).toHaveLength(10)
  for (const text of texts(offers)) expect(rupees(text)).toBeGreaterThan(999)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await action('Downgrade Plan').click()
  await expect.element(offers).toHaveTextContent('₹499.00/month')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  const table = page.getByRole('table', { name: 'Plans compared' })
  expect(table.getByRole('row').elements()).toHaveLength(13)
  await expectTexts(table.getByRole('row', { name: /^EMA Monthly/ }), '₹999.00₹2,997.00–30 days')
  await expectTexts(table.getByRole('row', { name: /^Starter/ }), '1 symbol')
  const top = (locator: typeof table) => locator.element().getBoundingClientRect().y
  expect(top(table)).toBeGreaterThan(top(available))
  await page.viewport(390, 844)
  const rows = page.getByRole('list', { name: 'Plans compared' }).getByRole('listitem')
  await expect.poll(() => rows.elements()).toHaveLength(12)
  const quarterly = rows.filter({ hasText: 'Bollinger Quarterly' })
  await expectTexts(quarterly, '₹5,397.00 a quarter', 'Saves ₹450.00 a quarter')
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await choose('EMA Monthly')
  await expect.element(toast('You already have this plan.')).toBeVisible()
  await expectPath('/pricing')
})

test('PR-01 PR-04 without a subscription there is neither upgrade nor cancel, and a plan leads to its purchase', async () => {
  signInHolding(null)
  await visit('/pricing')
  await expect.element(current).toHaveTextContent('No active subscription')
  for (const name of ['Upgrade Plan', 'Cancel Subscription']) expect(action(name).elements()).toEqual([])
  await choose('EMA Monthly')
  await expectPath('/subscription-flow/1')
  expect(window.history.state).toMatchObject({ selectedPlan: { name: 'EMA Monthly' } })
})

test.for([
  ['Professional', 'upgrade', 'highest'],
  ['Starter', 'downgrade', 'lowest'],
] as const)('PR-03 the holder of %s sees that there is nothing to %s to', async ([plan, direction, tier]) => {
  signInHolding(plan)
  await visit('/pricing')
  await action(direction === 'upgrade' ? 'Upgrade Plan' : 'Downgrade Plan').click()
  await expectTexts(dialog, `No plans available for ${direction}. Your current plan is already the ${tier} tier.`)
})

test('PR-05 a failed load shows an error, and a retry recovers', async () => {
  signInAs('trader')
  const plans = recorded(listBotPlans)
  refuse(listBotPlans, 500)
  await visit('/pricing')
  await expect.element(toast('Failed to load pricing data')).toHaveAttribute('data-kind', 'error')
  await expect.element(available).toHaveTextContent('Server error. Please try again later. Nothing was changed.')
  answer(listBotPlans, plans)
  await button('Try again', available).click()
  await expect.poll(() => cards.elements()).toHaveLength(12)
})

test('PR-01 PR-05 PR-06 each state has its badge, an unknown one shows as pending; only an active one can be cancelled', async () => {
  signInAs('trader')
  answer(findSheet, SHEET)
  const held = recorded(api.readMySubscription)
  await visit('/pricing')
  const badges = { pending: 'Pending', cancelled: 'Cancelled', expired: 'Expired', failed: 'Failed', frozen: 'Pending' }
  for (const [status, text] of Object.entries(badges)) {
    given(api.readMySubscription, () => ({ status: 200, body: { ...held, status } }))
    publish({ event: 'bots', data: { bot_id: null } })
    await expect.element(badge).toHaveTextContent(text)
    expect(action('Cancel Subscription').elements()).toEqual([])
    await expect.element(current).toHaveTextContent('No active subscription')
  }
  await visit('/pricing')
  // PR-01: only Cancel depends on an active plan; an ended one is upgraded by buying a dearer plan.
  await action('Upgrade Plan').click()
  await button('Select RSI Monthly', dialog).click()
  await expectPath('/subscription-flow/1')
})

test('outside the demo the page says with whom fees are shared, or that they are not', async () => {
  signInHolding(null)
  const operator = recorded(readOperator)
  const show = (fee_sharing: string | null) =>
    answer(readOperator, { ...operator, legal: { ...operator.legal, hosting: 'own-logic', fee_sharing } })
  const shown = page.getByTestId('fee-sharing')
  await visit('/pricing')
  await expect.element(cards.first()).toBeVisible()
  expect(shown.elements()).toEqual([])
  show(null)
  await visit('/pricing')
  await expect.element(shown).toHaveTextContent('We share no fee and no brokerage')
  show('Half of the fee goes to Angel One')
  await visit('/pricing')
  await expect.element(shown).toHaveTextContent('Fees or brokerage are shared: Half of the fee goes to Angel One.')
})

test('cancelling a plan that credit had partly paid says what goes to the bank and what becomes credit', async () => {
  signInHolding('EMA Monthly', { unused_value: 999, refundable_value: 798.5 })
  await visit('/pricing')
  await action('Cancel Subscription').click()
  await expectTexts(dialog, 'a refund request for ₹798.50; the other ₹200.50 become credit for your next payment.')
  signInHolding('EMA Monthly', { unused_value: 999, refundable_value: 0 })
  await visit('/pricing')
  await action('Cancel Subscription').click()
  await expectTexts(dialog, 'It was paid from your credit, and is credit again for your next payment.')
})

test('PR-01 PR-05 cancelling shows the unused days, offers to stop the renewal instead, and sends the subscription’s id', async () => {
  const held = signInHolding('EMA Monthly', { auto_renew: true })
  answer(api.toggleAutoRenew, () => {
    answer(api.readMySubscription, { ...held, auto_renew: false })
    return { auto_renew: false, message: 'Your plan does not renew.' }
  })
  answer(api.cancelSubscription, () => {
    answer(api.readMySubscription, { ...held, status: 'cancelled' })
    return { message: 'Done', subscription: held }
  })
  await visit('/pricing')
  await action('Cancel Subscription').click()
  await expectTexts(dialog, '29 days unused', 'Worth ₹998.93. We open a refund request for it.')
  await button('Stop renewal instead', dialog).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(current).toHaveTextContent('RenewalOff')
  await expect.element(badge).toHaveTextContent('Active')
  await action('Cancel Subscription').click()
  await expectSaid(button('Cancel Subscription', dialog), 'Subscription cancelled successfully')
  expect(sentTo(api.cancelSubscription)).toMatchObject([{ body: { subscription_id: held.id } }])
  await expect.element(badge).toHaveTextContent('Cancelled')
})

test('the layout does not jump while the page loads', async () => {
  const held = signInHolding('EMA Monthly')
  const { held: wait, release } = hold()
  answer(api.readMySubscription, held, { held: wait })
  await visit('/pricing')
  await expect.element(cards.first()).toBeVisible()
  const top = () => available.element().getBoundingClientRect().y
  const before = top()
  release()
  await expect.element(current).toBeVisible()
  expect(Math.abs(top() - before)).toBeLessThanOrEqual(24)
})
