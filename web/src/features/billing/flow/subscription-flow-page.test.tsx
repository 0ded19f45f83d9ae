import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import { readUserBotSettings } from '@trading-bot/contract/rest/billing/plans'
import * as api from '@trading-bot/contract/rest/billing/subscriptions'
import { readCredentialStatus, saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, hold, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, expectSaid, expectTexts, fieldOf, fill } from '../../../testing/controls.ts'
import { expectPath, signInAs, visit } from '../../../testing/open-app.tsx'
import { holding, planNamed, signInHolding, takePayments } from '../../../testing/plans.ts'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const next = button('Continue')
const complete = button('Complete Setup')
const pay = button(/^Pay ₹/)
const ok = button('OK')
const summary = page.getByRole('region', { name: 'Plan summary' })

async function open(step: number, plan: string, state: object = {}) {
  await visit(`/subscription-flow/${step}`, { selectedPlan: planNamed(plan), ...state })
}

test('SF-01 SF-02 SF-09 the flow returns to /pricing without a plan and when it is closed; a purchase creates the subscription first, with the chosen bot type', async () => {
  signInHolding(null)
  await visit('/subscription-flow/2')
  await expectPath('/pricing')
  await open(1, 'Starter')
  await button('Close the setup').click()
  await expectPath('/pricing')
  takePayments('Starter')
  await open(1, 'Starter')
  await page.getByLabelText('Bot type').selectOptions('rsi_strategy')
  await pay.click()
  await ok.click()
  await expectPath('/subscription-flow/2')
  expect(sentTo(api.createSubscription)).toMatchObject([{ body: { bot_type: 'rsi_strategy', symbol: 'SBIN-EQ' } }])
})

test('SF-03 with an active plan that is set up, a plan shows "Plan Already Purchased"', async () => {
  signInAs('trader')
  await open(1, 'Starter')
  await expect.element(heading('Plan Already Purchased')).toBeVisible()
  const text = 'You already have an active subscription plan. You can upgrade or downgrade your current plan if needed.'
  await expectTexts(page.getByRole('main'), text, 'EMA Monthly', '₹999.00')
  expect(next.elements()).toEqual([])
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expectPath('/pricing')
})

test('SF-04 SF-09 an upgrade is paid by its order and not requested twice', async () => {
  signInHolding('EMA Monthly')
  takePayments('RSI Monthly')
  await open(1, 'RSI Monthly', { isUpgrade: true })
  await expect.element(heading('Complete Upgrade')).toBeVisible()
  await expect.element(summary).toHaveTextContent(/Due now₹300\.0\d/)
  await pay.click()
  await ok.click()
  await expectPath('/subscription-flow/2')
  expect(sentTo(createOrder)).toHaveLength(1)
})

test.for([
  ['SF-09 an upgrade with nothing due is requested without a payment', 'RSI Monthly', 'upgrade'],
  ['SF-04 SF-09 a downgrade is requested and costs nothing', 'Starter', 'downgrade'],
] as const)('%s', async ([, plan, kind]) => {
  const held = signInHolding('EMA Monthly', { unused_value: 2_000 })
  const call = kind === 'upgrade' ? api.upgradeSubscription : api.downgradeSubscription
  refuse(createOrder, 400, { error: 'Nothing is due.', code: 'NOTHING_TO_PAY' })
  answer(call, { message: `Subscription ${kind}d successfully!`, subscription: held, order: null })
  await open(1, plan, kind === 'upgrade' ? { isUpgrade: true } : { isDowngrade: true })
  await expect.element(summary).toHaveTextContent('Due now₹0.00')
  await expectSaid(kind === 'upgrade' ? pay : button('Confirm Downgrade'), `Subscription ${kind}d successfully!`)
  await expectPath('/subscription-flow/2')
})

test('SF-05 SF-10 a step follows the completed one; each missing credential shows its text, and Continue shows "Processing..." while saving', async () => {
  signInHolding('EMA Monthly')
  const saved = recorded(readCredentialStatus)
  refuse(readCredentialStatus, 404)
  await open(4, 'EMA Monthly', { completedSteps: 1 })
  await expectPath('/subscription-flow/2')
  await next.click()
  const fields = { 'API Key': 'ABCD1234EF', 'Client Code': 'A123456', MPIN: '1234', 'TOTP Secret': 'JBSWY3DPEHPK3PXP' }
  for (const name of Object.keys(fields))
    await expect.element(page.getByText(`${name} is required`, { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('API Key')).toHaveFocus()
  const attributes = { placeholder: 'Enter your 4-digit MPIN', type: 'password', maxlength: '4' }
  for (const [name, value] of Object.entries(attributes))
    await expect.element(fieldOf('MPIN')).toHaveAttribute(name, value)
  await fill(fields)
  const { held, release } = hold()
  answer(saveCredentials, { message: 'Saved', credentials: saved } as never, { held })
  await next.click()
  await expect.element(button('Processing...')).toBeDisabled()
  release()
  await expectPath('/subscription-flow/3')
})

test('SF-06 SF-12 a two-sided bot requires both capitals and shows its symbols', async () => {
  const held = signInHolding('Multiple Stocks Monthly')
  answer(api.updateConfiguration, { message: 'Saved', bot_configuration: held.bot_configuration! })
  await open(3, 'Multiple Stocks Monthly', { completedSteps: 2 })
  await expect.element(page.getByLabelText('Symbol')).toHaveValue(held.bot_configuration!.allowed_symbols.join(', '))
  expect(page.getByLabelText('Capital Amount', { exact: true }).elements()).toEqual([])
  await complete.click()
  for (const side of ['Long', 'Short'])
    await expect.element(page.getByText(`${side} capital amount must be greater than 0`)).toBeVisible()
  await expect.element(fieldOf('Long Capital Amount')).toHaveFocus()
  await fill({ 'Long Capital Amount': '50000', 'Short Capital Amount': '25000' })
  await complete.click()
  await expectPath('/subscription-flow/4')
  const body = { max_orders_per_day: 5, long_capital_amount: 50_000, short_capital_amount: 25_000 }
  expect(sentTo(api.updateConfiguration)).toMatchObject([{ body }])
})

test('SF-06 SF-11 SF-12 without the administrator’s settings the plan’s defaults apply, and a missing symbol is an error', async () => {
  const held = signInHolding('EMA Monthly')
  refuse(readUserBotSettings, 500)
  await open(3, 'EMA Monthly', { completedSteps: 2 })
  await expect.element(page.getByLabelText('Symbol')).toHaveValue(held.bot_configuration!.allowed_symbols.join(', '))
  for (const [label, value] of Object.entries({ 'Stop Loss %': '5', 'Target Profit %': '10' }))
    await expect.element(page.getByLabelText(label)).toHaveValue(value)
  await complete.click()
  await expect.element(page.getByText('Capital amount must be greater than 0')).toBeVisible()
  const bare = holding('EMA Monthly', { symbol: '', allowed_symbols: [] })
  answer(api.readMySubscription, bare)
  await visit('/subscription-flow/3', { selectedPlan: bare.bot_plan!, completedSteps: 2 })
  await expect.element(page.getByLabelText('Symbol')).toHaveValue('No symbol configured')
  await complete.click()
  await expect.element(page.getByText('Stock symbol is required')).toBeVisible()
})
