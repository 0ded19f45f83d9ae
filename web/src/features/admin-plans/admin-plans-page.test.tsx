import {
  createBotPlan,
  deleteBotPlan,
  toggleBotPlan,
  updateBotPlan,
} from '@trading-bot/contract/rest/billing/plan-admin'
import { type BotPlan, listBotPlans, listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, choose, dialog, dialogValues, rowsOf, stat } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const field = (label: string) => dialog.getByLabelText(label)
const row = (name: string) => rowsOf('Bot subscription plans').filter({ hasText: name })
const offer = (name: string) => page.getByRole('switch', { name: `${name} is on offer` })
const save = button(/^(Create Plan|Save Changes)$/, dialog)
const NAME = 'EMA Monthly'
let plans: BotPlan[]

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
  answer(toggleBotPlan, ({ params, body }) =>
    keep(params['id']!, body as Partial<BotPlan>, 'Bot plan status updated successfully!'),
  )
})

test('AP-01 AP-02 a plan is created with the defaults, edited, deactivated and deleted', async () => {
  const added = { ...plans[0]!, id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2' }
  answer(createBotPlan, ({ body }) => {
    plans = [...plans, { ...added, ...(body as Partial<BotPlan>) }]
    return { message: 'Bot subscription plan created successfully!', plan: plans.at(-1)! }
  })
  answer(updateBotPlan, ({ params, body }) =>
    keep(params['id']!, body as Partial<BotPlan>, 'Bot subscription plan updated successfully!'),
  )
  answer(deleteBotPlan, ({ params }) => {
    plans = plans.filter(({ id }) => id !== params['id'])
    return { message: 'Bot subscription plan deleted successfully!' }
  })
  await visit('/admin/pricing')
  await button('Create Plan').click()
  await expect.poll(dialogValues).toMatchObject({
    'Duration (days)': '30',
    'Max Trades per Day': '10',
    'Max Quantity': '100',
    Backtesting: true,
    'Risk management': true,
    'API access': true,
    'Stop loss': true,
    'Target profit': true,
    'On offer': true,
    'Advanced analytics': false,
    'Priority support': false,
    'Custom strategies': false,
    'Real-time alerts': false,
  })
  await save.click()
  for (const text of ['Plan name is required', 'Please choose a bot type', 'Price must be at least ₹1'])
    await expect.element(dialog).toHaveTextContent(text)
  await expect.element(field('Plan Name')).toHaveFocus()
  await field('Plan Name').fill('My plan')
  await choose('Bot Type', 'RSI Strategy')
  await field('Price per Month').fill('849.5')
  await field('Description').fill('x'.repeat(60))
  await save.click()
  await expect.element(toast('Bot subscription plan created successfully!')).toBeVisible()
  expect(sentTo(createBotPlan)[0]?.body).toMatchObject({ name: 'My plan', bot_type: 'rsi_strategy', price: 849.5 })
  await expect.element(row('My plan')).toHaveTextContent('₹849.50')
  await expect
    .element(row('My plan').getByTestId('description'))
    .toHaveTextContent(new RegExp(`^${'x'.repeat(50)}\\.\\.\\.$`))

  await button('Edit My plan').click()
  await expect.element(field('Price per Month')).toHaveValue('₹849.5')
  await field('Price per Month').fill('1200')
  await save.click()
  await expect.element(toast('Bot subscription plan updated successfully!')).toBeVisible()
  await expect.element(row('My plan')).toHaveTextContent('₹1,200.00')
  await offer('My plan').click({ force: true })
  await expect.element(toast('Bot plan status updated successfully!')).toBeVisible()
  await expect.element(offer('My plan')).not.toBeChecked()
  await button('Delete My plan').click()
  await expect.element(dialog).toHaveTextContent('Delete My plan?')
  await button('Delete plan', dialog).click()
  await expect.element(toast('Bot subscription plan deleted successfully!')).toBeVisible()
  await expect.element(row('My plan')).not.toBeInTheDocument()
})

test('AP-01 a plan that was sold is deactivated instead of deleted', async () => {
  refuse(deleteBotPlan, 409, { code: 'PLAN_IN_USE', error: 'Subscriptions refer to this plan.' })
  await visit('/admin/pricing')
  await button(`Delete ${NAME}`).click()
  await button('Delete plan', dialog).click()
  await expect.element(dialog).toHaveTextContent('Subscriptions refer to this plan')
  await button('Deactivate instead', dialog).click()
  await expect.element(offer(NAME)).not.toBeChecked()
  await expect.element(row(NAME)).toBeVisible()
})

test('AP-01 the stats count plans, active ones and distinct bot types', async () => {
  const [one, two] = plans
  plans = [one!, { ...one!, id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2', is_active: false }, two!]
  await visit('/admin/pricing')
  await expect.element(stat('Total Plans')).toHaveTextContent('3')
  await expect.element(stat('Active Plans')).toHaveTextContent('2')
  await expect.element(stat('Bot Types')).toHaveTextContent('2')
})

test('AP-01 each failure shows its text, and an empty list says that there are no plans', async () => {
  for (const call of [toggleBotPlan, deleteBotPlan, updateBotPlan]) refuse(call, 500)
  await visit('/admin/pricing')
  await expect.element(offer(NAME)).toBeInTheDocument()
  await offer(NAME).click({ force: true })
  await expect.element(toast('Failed to toggle bot plan status')).toBeVisible()
  await button(`Delete ${NAME}`).click()
  await button('Delete plan', dialog).click()
  await expect.element(toast('Failed to delete bot subscription plan')).toBeVisible()
  await button('Keep as it is', dialog).click()
  await button(`Edit ${NAME}`).click()
  await save.click()
  await expect.element(toast('Failed to save bot subscription plan')).toBeVisible()
  plans = []
  await visit('/admin/pricing')
  await expect.element(page.getByText('No bot subscription plans')).toBeVisible()
  refuse(listBotPlans, 500)
  await visit('/admin/pricing')
  await expect.element(toast('Failed to fetch bot subscription plans')).toBeVisible()
})

test('a deployed bot is sold in three clicks: Sell, the price, Create Plan', async () => {
  answer(createBotPlan, { message: 'Bot subscription plan created successfully!', plan: plans[0]! })
  await visit('/admin/bots')
  await page.getByRole('link', { name: 'Sell MACD Bot' }).click()
  const form = page.getByRole('dialog', { name: 'Sell MACD Bot' })
  await expect.element(field('Plan Name')).toHaveValue('MACD Bot')
  await expect.element(form.getByRole('combobox', { name: 'Bot', exact: true })).toHaveValue('MACD Bot')
  await field('Price per Month').fill('799')
  await save.click()
  await expect.element(toast('Bot subscription plan created successfully!')).toBeVisible()
  expect(sentTo(createBotPlan)[0]?.body).toMatchObject({ name: 'MACD Bot', bot_type: 'macd_strategy', price: 799 })
  await expectPath('/admin/pricing')
  await expect.element(form).not.toBeInTheDocument()
})
