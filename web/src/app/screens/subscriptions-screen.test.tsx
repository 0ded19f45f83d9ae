import { readTelegram } from '@trading-bot/contract/rest/accounts/telegram'
import { listPayments, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  createSubscription,
  readMySubscription,
  toggleAutoRenew,
  updateConfiguration,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { controlBot, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, given, publish, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'
import { holding, planNamed, signInHolding, takePayments } from '../../testing/plans.ts'

const current = page.getByRole('region', { name: 'Current Subscription' })
const payments = page.getByRole('region', { name: 'Payments' })
const dialog = page.getByRole('dialog')
const next = dialog.getByRole('button', { name: 'Next' })
const previous = dialog.getByRole('button', { name: 'Previous' })
const save = dialog.getByRole('button', { name: 'Save Configuration' })
const step = (name: string) => dialog.getByRole('heading', { name })
const field = (name: string) => dialog.getByLabelText(name)
const purchase = (plan: string) =>
  page.getByRole('article', { name: plan, exact: true }).getByRole('button', { name: 'Purchase' }).click()

async function openWizard(plan: string) {
  await visit('/subscriptions')
  await purchase(plan)
  await expect.element(step('Trading Parameters')).toBeVisible()
}

async function addSymbol(name: RegExp) {
  const label = { name: 'More symbols (optional)' }
  await dialog.getByRole('combobox', label).click()
  await page.getByRole('listbox', label).getByRole('option', { name }).click()
  await userEvent.keyboard('{Tab}')
}

/** The configuration that was sent is the one that is read from then on. */
function keepConfiguration(plan: string) {
  answer(updateConfiguration, ({ body }) => {
    const held = holding(plan, { ...(body as object), is_complete: true })
    answer(readMySubscription, held)
    return { message: 'Saved', bot_configuration: held.bot_configuration! }
  })
}

test('SB-03 the plan pickers lead to the upgrade and the downgrade', async () => {
  signInHolding('EMA Monthly')
  for (const [button, plan, heading] of [
    ['Upgrade Plan', 'RSI Monthly', 'Complete Upgrade'],
    ['Downgrade Plan', 'Starter', 'Complete Downgrade'],
  ] as const) {
    await visit('/subscriptions')
    await current.getByRole('button', { name: button }).click()
    await dialog.getByRole('button', { name: `Select ${plan}`, exact: true }).click()
    await expectPath('/subscription-flow/1')
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

test('SB-04 SB-05 SB-08 the wizard validates each step, keeps the typed values and buys a regular plan', {
  timeout: 30_000,
}, async () => {
  signInHolding(null)
  takePayments('Starter')
  await openWizard('Starter')
  await expect.element(previous).toBeDisabled()
  await expect.element(field('Quantity')).toHaveValue('1')
  await next.click()
  await expect.element(dialog.getByText('Please select a stock symbol')).toBeVisible()
  await field('Bot type').selectOptions('rsi_strategy')
  await field('Stock symbol').selectOptions('SBIN-EQ')
  await expect.element(field('Token')).toHaveValue('3045')
  for (const [value, text] of [
    ['0', 'Quantity must be at least 1'],
    ['1001', 'Quantity cannot exceed 1000'],
  ] as const) {
    await field('Quantity').fill(value)
    await next.click()
    await expect.element(dialog.getByText(text)).toBeVisible()
  }
  await field('Quantity').fill('3')
  await next.click()
  await expect.element(step('Strategy Parameters')).toBeVisible()
  for (const [label, value, wrong, text] of [
    ['EMA period', '44', '201', 'EMA period must be between 1 and 200'],
    ['Stop loss %', '5', '51', 'Stop loss must be between 0.1 and 50'],
    ['Target profit %', '10', '0', 'Target profit must be between 0.1 and 100'],
  ] as const) {
    await expect.element(field(label)).toHaveValue(value)
    await field(label).fill(wrong)
    await next.click()
    await expect.element(dialog.getByText(text)).toBeVisible()
    await field(label).fill(value)
  }
  for (const label of ['Buy threshold', 'Sell threshold']) await expect.element(field(label)).toBeVisible()
  await next.click()
  await expect.element(step('Risk Management')).toBeVisible()
  await expect.element(field('Max orders per day')).toHaveValue('5')
  await field('Max orders per day').fill('51')
  await next.click()
  await expect.element(dialog.getByText('Max orders per day must be between 1 and 50')).toBeVisible()
  await field('Max orders per day').fill('7')
  await expect.element(field('Email notifications')).toBeChecked()
  for (const label of ['SMS notifications', 'Telegram notifications'])
    await expect.element(field(label)).not.toBeChecked()
  await expect.element(dialog).toHaveTextContent('Not available on this platform yet.')
  await previous.click()
  await expect.element(step('Strategy Parameters')).toBeVisible()
  await next.click()
  await expect.element(field('Max orders per day')).toHaveValue('7')
  await next.click()
  await expect.element(step('Review and Confirm')).toBeVisible()
  await expect.element(dialog).toHaveTextContent('Quantity3')
  await dialog.getByRole('button', { name: 'Purchase' }).click()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.element(toast('Payment processed successfully! Subscription created.')).toBeVisible()
  await expect.element(current).toHaveTextContent('Starter')
  const body = { bot_type: 'rsi_strategy', symbol: 'SBIN-EQ', quantity: 3, ema_period: 44, max_orders_per_day: 7 }
  expect(sentTo(createSubscription)).toMatchObject([{ body: { plan_id: planNamed('Starter').id, ...body } }])
})

test('SB-04 SB-09 the reopened wizard starts at step 1; a bot plan’s parameters are the administrator’s', async () => {
  signInHolding(null)
  await openWizard('RSI Monthly')
  await expect.element(field('Stock symbol')).toHaveValue('SBIN-EQ')
  for (const label of ['Stock symbol', 'Quantity']) await expect.element(field(label)).toHaveAttribute('readonly')
  await next.click()
  await expect.element(field('EMA period')).toHaveAttribute('readonly')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await purchase('RSI Monthly')
  await expect.element(step('Trading Parameters')).toBeVisible()
})

test('SB-08 the wizard links to the profile only when no chat is linked', async () => {
  signInHolding(null)
  const link = dialog.getByRole('link', { name: 'your profile' })
  for (const chat of [null, { name: '@meera', linked_at: '2026-11-14T06:00:00.000Z' }]) {
    answer(readTelegram, { is_set_up: true, bot_username: 'trading_test_bot', chat })
    await openWizard('RSI Monthly')
    await next.click()
    await next.click()
    await expect.element(field('Telegram notifications')).toBeVisible()
    if (chat) expect(link.elements()).toEqual([])
    else await expect.element(link).toHaveAttribute('href', '/profile')
  }
})

test('the wizard asks the strategy’s own parameters and several symbols, refuses negative amounts, and reviews every choice', {
  timeout: 30_000,
}, async () => {
  signInHolding(null)
  takePayments('Starter')
  await openWizard('Starter')
  await field('Bot type').selectOptions('rsi_strategy')
  await field('Stock symbol').selectOptions('SBIN-EQ')
  await addSymbol(/^TCS-EQ/)
  await field('Price (optional)').fill('-5')
  await next.click()
  await expect.element(dialog.getByText('Enter an amount of 0 or more')).toBeVisible()
  await field('Price (optional)').fill('')
  await next.click()
  await dialog.getByRole('group', { name: 'Parameters of the RSI Strategy' }).getByLabelText('RSI period').fill('9')
  await next.click()
  await field('Max loss per day (optional)').fill('-300')
  await next.click()
  await expect.element(dialog.getByText('Enter an amount of 0 or more')).toBeVisible()
  await field('Max loss per day (optional)').fill('300')
  await next.click()
  for (const text of ['SBIN-EQ, TCS-EQ', 'RSI period9', 'Max loss per day₹300.00', 'SMS notificationsOff'])
    await expect.element(dialog).toHaveTextContent(text)
  await dialog.getByRole('button', { name: 'Purchase' }).click()
  await expect.element(page.getByRole('button', { name: 'Pay ₹499.00' })).toBeVisible()
  expect(sentTo(createSubscription)).toMatchObject([
    {
      body: {
        allowed_symbols: ['SBIN-EQ', 'TCS-EQ'],
        strategy_parameters: { rsi_period: 9 },
        max_loss_per_day: 300,
      },
    },
  ])
})

test('SB-06 SB-09 the configuration shows the administrator’s settings and saves the capital', async () => {
  signInHolding('RSI Monthly')
  refuse(updateConfiguration, 500)
  await visit('/subscriptions')
  await current.getByRole('button', { name: 'Configure Bot' }).click()
  for (const label of ['Symbol', 'Interval', 'Stop Loss %', 'Target Profit %', 'Max Orders per Day'])
    await expect.element(field(label)).toHaveAttribute('readonly')
  await save.click()
  await expect.element(dialog.getByText('Capital amount must be greater than 0')).toBeVisible()
  const text = 'Configuration Error - Please fix the validation errors above before saving.'
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text)
  await field('Capital Amount').fill('120000')
  await save.click()
  await expect.element(toast('Failed to update bot configuration')).toBeVisible()
  keepConfiguration('RSI Monthly')
  await save.click()
  await expect.element(toast('Bot configuration saved successfully!')).toBeVisible()
  expect(sentTo(updateConfiguration).at(-1)?.body).toEqual({ max_orders_per_day: 5, capital_amount: 120_000 })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(current).toHaveTextContent('₹1,20,000.00')
})

test('SB-06 the holder of a regular plan changes the wizard’s settings and the capital', {
  timeout: 30_000,
}, async () => {
  signInHolding('Starter')
  keepConfiguration('Starter')
  await visit('/subscriptions')
  await current.getByRole('button', { name: 'Configure Bot' }).click()
  await save.click()
  await expect.element(dialog.getByText('Please select a stock symbol')).toBeVisible()
  await expect.element(dialog.getByText('Capital amount must be greater than 0')).toBeVisible()
  await field('Stock symbol').selectOptions('TCS-EQ')
  await field('Quantity').fill('1001')
  await field('Capital Amount').fill('50000')
  await save.click()
  await expect.element(dialog.getByText('Quantity cannot exceed 1000')).toBeVisible()
  await field('Quantity').fill('7')
  await field('Bot type').selectOptions('rsi_strategy')
  await dialog.getByRole('group', { name: 'Parameters of the RSI Strategy' }).getByLabelText('RSI period').fill('9')
  await addSymbol(/^SBIN-EQ/)
  await save.click()
  await expect.element(toast('Bot configuration saved successfully!')).toBeVisible()
  expect(sentTo(updateConfiguration)).toMatchObject([
    {
      body: {
        symbol: 'TCS-EQ',
        allowed_symbols: ['TCS-EQ', 'SBIN-EQ'],
        strategy_parameters: { rsi_period: 9 },
        quantity: 7,
        capital_amount: 50_000,
      },
    },
  ])
  await expect.element(current).toHaveTextContent('2 symbols')
})

test('SB-06 a two-sided bot has a long and a short capital', async () => {
  signInHolding('Multiple Stocks Monthly')
  await visit('/subscriptions')
  await current.getByRole('button', { name: 'Configure Bot' }).click()
  await save.click()
  for (const side of ['Long', 'Short'])
    await expect.element(dialog.getByText(`${side} capital amount must be greater than 0`)).toBeVisible()
})

test('SB-07 SB-11 a subscription that cannot be loaded counts as none, and the page shows the error', async () => {
  signInAs('trader')
  const held = recorded(readMySubscription)
  refuse(readMySubscription, 500)
  await visit('/subscriptions')
  await expect.element(toast('Failed to load subscription data')).toHaveAttribute('data-kind', 'error')
  await expect.element(current).toHaveTextContent('No plan selected')
  await expect.element(page.getByText('Your subscription could not be loaded')).toBeVisible()
  answer(readMySubscription, held)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(current).toHaveTextContent('EMA Monthly')
})

test('SB-07 a subscription that cannot be created shows "Failed to create subscription"', async () => {
  signInHolding(null)
  refuse(createSubscription, 500)
  await openWizard('RSI Monthly')
  for (const name of ['Strategy Parameters', 'Risk Management', 'Review and Confirm']) {
    await next.click()
    await expect.element(step(name)).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Purchase' }).click()
  await expect.element(toast('Failed to create subscription')).toBeVisible()
})

test('SB-10 a new user sees "No plan selected"; the holder sees plan, bot, dates and state', async () => {
  signInHolding(null)
  answer(listPayments, [])
  await visit('/subscriptions')
  await expect.element(current).toHaveTextContent('No plan selected')
  await expect.element(payments).toHaveTextContent('No payments yet')
  signInAs('trader')
  await visit('/subscriptions')
  await expect.element(current.css('[data-status="active"]')).toHaveTextContent('Active')
  await expect.element(current).toHaveTextContent('EMA Strategy')
  await expect.element(current).toHaveTextContent('0 of 30')
})

test('SB-10 payments show their state', async () => {
  signInAs('trader')
  const [payment] = recorded(listPayments)
  const states = ['success', 'pending', 'failed', 'refunded'] as const
  answer(
    listPayments,
    states.map((status, place) => ({ ...payment!, status, id: `${payment!.id.slice(0, -1)}${place}` })),
  )
  await visit('/subscriptions')
  const badges = payments.css('[data-status]')
  await expect
    .poll(() => badges.elements().map((badge) => badge.textContent))
    .toEqual(['Success', 'Pending', 'Failed', 'Refunded'])
})

test('an unpaid purchase can be paid now or discarded', async () => {
  signInHolding('Starter', { status: 'pending', payment_status: 'pending', start_date: null, end_date: null })
  takePayments('Starter', { amount: 49_900 })
  answer(cancelSubscription, () => {
    refuse(readMySubscription, 404)
    return { message: 'Done', subscription: holding('Starter') }
  })
  await visit('/subscriptions')
  const unpaid = page.getByRole('region', { name: 'Unpaid purchase' })
  await unpaid.getByRole('button', { name: 'Pay now' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Complete Payment' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await unpaid.getByRole('button', { name: 'Discard' }).click()
  await expect.element(toast('The unpaid purchase was discarded. Nothing was charged.')).toBeVisible()
  await expect.element(unpaid).not.toBeInTheDocument()
})

test('a cancelled plan shows its refund request', async () => {
  signInAs('trader')
  const [payment] = recorded(listPayments)
  answer(listPayments, [{ ...payment!, refund_due: { amount: 998.93, state: 'requested' } }])
  await visit('/subscriptions')
  await expect.element(payments).toHaveTextContent('refund requested')
})

test('Renew now pays the next period after the running one, once', async () => {
  const held = signInHolding('EMA Monthly')
  takePayments('EMA Monthly')
  await visit('/subscriptions')
  const renewNow = current.getByRole('button', { name: 'Renew now' })
  await renewNow.click()
  const renewal = page.getByRole('dialog', { name: 'Renew Plan' })
  await expect.element(renewal).toHaveTextContent('Next period starts')
  await renewal.getByRole('button', { name: 'Pay ₹999.00' }).click()
  answer(readMySubscription, { ...held, is_renewed: true })
  given(simulatedSuccess, () => ({ status: 200, body: {} }))
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.element(toast('Renewed. Your next period is paid.')).toBeVisible()
  await expect.element(current).toHaveTextContent('next period paid')
  await expect.element(renewNow).not.toBeInTheDocument()
})

test('automatic renewal is switched on and off', async () => {
  const held = signInHolding('EMA Monthly')
  answer(toggleAutoRenew, ({ body }) => {
    const { auto_renew } = body as { auto_renew: boolean }
    answer(readMySubscription, { ...held, auto_renew })
    return { auto_renew, message: 'Your plan renews automatically.' }
  })
  await visit('/subscriptions')
  const renew = current.getByRole('switch', { name: 'Renew automatically' })
  await expect.element(renew).not.toBeChecked()
  await renew.click()
  await expect.element(toast('Your plan renews automatically.')).toBeVisible()
  await expect.element(renew).toBeChecked()
})

test('SB-01 the positions of an ended plan are counted and closed on request', async () => {
  signInHolding(null)
  const state = recorded(readParticipation)
  const former = {
    ...state.bot!,
    status: 'stopped',
    is_participating: false,
    is_plan_ended: true,
    open_positions: 2,
  } as const
  const message = 'Its positions are being closed now.'
  answer(controlBot, { message, bot: former })
  answer(readParticipation, { ...state, bot: null, closing: [former] })
  await visit('/dashboard')
  const panel = page.getByRole('region', { name: 'Your Bot', exact: true })
  await expect.element(panel).toHaveTextContent('2 open positions of your former plan are being closed.')
  const readiness = state.readiness.map((item) => (item.code === 'subscription' ? { ...item, is_ready: false } : item))
  answer(readParticipation, { ...state, bot: null, closing: [former], readiness, is_ready: false })
  await visit('/dashboard')
  await expect.element(panel).toHaveTextContent('Plan ended. 2 open positions are being closed.')
  await panel.getByRole('button', { name: 'Close positions', exact: true }).click()
  await expect.element(dialog).toHaveTextContent('at the market price now')
  await dialog.getByRole('button', { name: 'Close positions', exact: true }).click()
  await expect.element(toast(message)).toBeVisible()
  const body = { action: 'stop', close_positions: true }
  expect(sentTo(controlBot)).toMatchObject([{ params: { id: former.id }, body }])
  // The page without a plan shows the notice as well.
  await visit('/subscriptions')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Plan ended. 2 open positions are being closed.')
})

test('SB-01 a plan that ends removes its bot from the open page without a reload', async () => {
  const held = signInHolding('EMA Monthly')
  await visit('/subscriptions')
  const panel = page.getByRole('region', { name: 'Your Bot', exact: true })
  await expect.element(panel).toHaveTextContent('Running')
  answer(readMySubscription, { ...held, status: 'expired' })
  publish({ event: 'bots', data: { bot_id: null } })
  await expect.element(current).toHaveTextContent('No plan selected')
  await expect.element(current).toHaveTextContent('Expired')
  await expect.element(panel).not.toBeInTheDocument()
})
