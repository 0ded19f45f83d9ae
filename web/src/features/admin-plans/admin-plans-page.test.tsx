import * as api from '@trading-bot/contract/rest/billing/plan-admin'
import { type BotPlan, listBotPlans, listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import {
  button,
  choose,
  dialog,
  dialogValues,
  expectSaid,
  expectStats,
  expectTexts,
  fill,
  rowsOf,
} from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const field = (label: string) => dialog.getByLabelText(label)
const row = (name: string) => rowsOf('Bot subscription plans').filter({ hasText: name })
const offer = (name: string) => page.getByRole('switch', { name: `${name} is on offer` })
const save = button(/^(Create Plan|Save Changes)$/, dialog)
const NAME = 'EMA Monthly'
let plans: BotPlan[]

const flags = (value: boolean, ...labels: string[]) => Object.fromEntries(labels.map((label) => [label, value]))

/** A server that keeps what is sent. */
function keep(id: string, change: Partial<BotPlan>, message: string) {
  plans = plans.map((plan) => (plan.id === id ? { ...plan, ...change } : plan))
  return { message, plan: plans.find((plan) => plan.id === id)! }
}

beforeEach(() => {
  signInAs('admin')
  plans = recorded(listBotPlans)
  answer(listBotPlans, () => plans)
  answer(listSymbols, [])
  answer(api.readPlanHolders, [])
  keepToggled()
})

const keepToggled = () =>
  answer(api.toggleBotPlan, ({ params, body }) =>
    keep(params['id']!, body as Partial<BotPlan>, 'Bot plan status updated successfully!'),
  )

test('AP-01 AP-02 a plan is created with the defaults, edited, deactivated and deleted', async () => {
  const added = { ...plans[0]!, id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2' }
  answer(api.createBotPlan, ({ body }) => {
    plans = [...plans, { ...added, ...(body as Partial<BotPlan>) }]
    return { message: 'Bot subscription plan created successfully!', plan: plans.at(-1)! }
  })
  answer(api.updateBotPlan, ({ params, body }) =>
    keep(params['id']!, body as Partial<BotPlan>, 'Bot subscription plan updated successfully!'),
  )
  answer(api.deleteBotPlan, ({ params }) => {
    plans = plans.filter(({ id }) => id !== params['id'])
    return { message: 'Bot subscription plan deleted successfully!' }
  })
  await visit('/admin/pricing')
  await button('Create Plan').click()
  await expect.poll(dialogValues).toMatchObject({
    'Duration (days)': '30',
    'Max Trades per Day': '10',
    'Max Quantity': '100',
    ...flags(true, 'Backtesting', 'Risk management', 'API access', 'Stop loss', 'Target profit', 'On offer'),
    ...flags(false, 'Advanced analytics', 'Priority support', 'Custom strategies', 'Real-time alerts'),
  })
  await save.click()
  await expectTexts(dialog, 'Plan name is required', 'Please choose a bot type', 'Price must be at least ₹1')
  await expect.element(field('Plan Name')).toHaveFocus()
  await field('Plan Name').fill('My plan')
  await choose('Bot Type', 'RSI Strategy')
  await field('Price per Month').fill('849.5')
  await field('Description').fill('x'.repeat(60))
  await expectSaid(save, 'Bot subscription plan created successfully!')
  expect(sentTo(api.createBotPlan)[0]?.body).toMatchObject({ name: 'My plan', bot_type: 'rsi_strategy', price: 849.5 })
  await expect.element(row('My plan')).toHaveTextContent('₹849.50')
  const short = new RegExp(`^${'x'.repeat(50)}\\.\\.\\.$`)
  await expect.element(row('My plan').getByTestId('description')).toHaveTextContent(short)

  answer(api.readPlanHolders, [
    { price: 849.5, holders: 3, next_price: null },
    { price: 1000, holders: 1, next_price: null },
  ])
  await button('Edit My plan').click()
  await expectTexts(dialog, /3 at ₹849.50, 1 at ₹1,000.00\. They keep what they paid for/)
  await expect.element(field('Price per Month')).toHaveValue('₹849.5')
  await field('Price per Month').fill('1200')
  await expectSaid(save, 'Bot subscription plan updated successfully!')
  await expect.element(row('My plan')).toHaveTextContent('₹1,200.00')
  await offer('My plan').click({ force: true })
  await expect.element(toast('Bot plan status updated successfully!')).toBeVisible()
  await expect.element(offer('My plan')).not.toBeChecked()
  await button('Delete My plan').click()
  await expect.element(dialog).toHaveTextContent('Delete My plan?')
  await expectSaid(button('Delete plan', dialog), 'Bot subscription plan deleted successfully!')
  await expect.element(row('My plan')).not.toBeInTheDocument()
})

test('AP-01 the stats count plans, active ones and distinct bot types; each failure shows its text, and a sold plan is deactivated instead of deleted', async () => {
  const [one, two] = plans
  plans = [one!, { ...one!, id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2', name: 'Twin', is_active: false }, two!]
  for (const call of [api.toggleBotPlan, api.deleteBotPlan, api.updateBotPlan]) refuse(call, 500)
  await visit('/admin/pricing')
  await expectStats({ 'Total Plans': '3', 'Active Plans': '2', 'Bot Types': '2' })
  await offer(NAME).click({ force: true })
  await expect.element(toast('Failed to toggle bot plan status')).toBeVisible()
  await button(`Edit ${NAME}`).click()
  await expectSaid(save, 'Failed to save bot subscription plan')
  await userEvent.keyboard('{Escape}')
  await button(`Delete ${NAME}`).click()
  await expectSaid(button('Delete plan', dialog), 'Failed to delete bot subscription plan')
  refuse(api.deleteBotPlan, 409, { code: 'PLAN_IN_USE', error: 'Subscriptions refer to this plan.' })
  await button('Delete plan', dialog).click()
  await expect.element(dialog).toHaveTextContent('Subscriptions refer to this plan')
  keepToggled()
  await button('Deactivate instead', dialog).click()
  await expect.element(offer(NAME)).not.toBeChecked()
  await expect.element(row(NAME)).toBeVisible()
  plans = []
  await visit('/admin/pricing')
  await expect.element(page.getByText('No bot subscription plans')).toBeVisible()
  refuse(listBotPlans, 500)
  await visit('/admin/pricing')
  await expect.element(toast('Failed to fetch bot subscription plans')).toBeVisible()
})

test('a deployed bot is sold in three clicks: Sell, the price, Create Plan', async () => {
  answer(api.createBotPlan, { message: 'Bot subscription plan created successfully!', plan: plans[0]! })
  await visit('/admin/bots')
  await page.getByRole('link', { name: 'Sell MACD Bot' }).click()
  const form = page.getByRole('dialog', { name: 'Sell MACD Bot' })
  await expect.element(field('Plan Name')).toHaveValue('MACD Bot')
  await expect.element(form.getByRole('combobox', { name: 'Bot', exact: true })).toHaveValue('MACD Bot')
  await field('Price per Month').fill('799')
  await expectSaid(save, 'Bot subscription plan created successfully!')
  expect(sentTo(api.createBotPlan)[0]?.body).toMatchObject({ name: 'MACD Bot', bot_type: 'macd_strategy', price: 799 })
  await expectPath('/admin/pricing')
  await expect.element(form).not.toBeInTheDocument()
})

test('a dearer price is announced to those who pay less, with their number typed; a plan is archived the same way', async () => {
  answer(api.readPlanHolders, [
    { price: 500, holders: 3, next_price: null },
    { price: 600, holders: 2, next_price: plans[0]!.price },
    { price: plans[0]!.price, holders: 1, next_price: null },
  ])
  await visit('/admin/pricing')
  await button(`Edit ${NAME}`).click()
  await expectTexts(dialog, /3 at ₹500\.00, 2 at ₹600\.00, told of ₹/)
  await dialog.getByRole('button', { name: /^Announce ₹.* a month to holders$/ }).click()
  const asking = page.getByRole('dialog', { name: /^Announce/ })
  await fill({ Reason: 'Data costs more', 'Type 3 to confirm': '3' }, asking)
  answer(api.announcePrice, { message: '3 holders are told now.' })
  await expectSaid(button('Announce price', asking), '3 holders are told now.')
  expect(sentTo(api.announcePrice)[0]?.body).toEqual({ price: plans[0]!.price, reason: 'Data costs more', count: 3 })
  expect(sentTo(api.updateBotPlan)).toEqual([])
  await button('Archive plan', dialog).click()
  const archiving = page.getByRole('dialog', { name: /^Archive/ })
  await fill({ Reason: 'Replaced', 'Type 6 to confirm': '6' }, archiving)
  answer(api.archivePlan, { message: `${NAME} is archived. Its holders keep it until its end.` })
  await expectSaid(button('Archive plan', archiving), `${NAME} is archived. Its holders keep it until its end.`)
  await expect.element(dialog).not.toBeInTheDocument()
})
