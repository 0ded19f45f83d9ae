import { readTelegram } from '@trading-bot/contract/rest/accounts/telegram'
import { listPayments, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import * as api from '@trading-bot/contract/rest/billing/subscriptions'
import { controlBot, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, given, publish, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, choose, dialog, expectSaid, expectTexts, fieldOf, fill, texts } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'
import { holding, planNamed, signInHolding, takePayments } from '../../testing/plans.ts'
import { botPanel, id, participate } from '../../testing/trading.ts'

const current = page.getByRole('region', { name: 'Current Subscription' })
const payments = page.getByRole('region', { name: 'Payments' })
const next = button('Next', dialog)
const previous = button('Previous', dialog)
const save = button('Save Configuration', dialog)
const radio = (name: string) => dialog.getByRole('radio', { name, exact: true })
const profile = dialog.getByRole('link', { name: 'your profile' })
const step = (name: string) => dialog.getByRole('heading', { name })
const field = (label: string) => fieldOf(label, dialog)
const purchase = (plan: string) => button('Purchase', page.getByRole('article', { name: plan, exact: true })).click()

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

test('SB-03 the plan pickers lead to the upgrade and the downgrade', async () => {
  signInHolding('EMA Monthly')
  for (const [action, plan, heading] of [
    ['Upgrade Plan', 'RSI Monthly', 'Complete Upgrade'],
    ['Downgrade Plan', 'Starter', 'Complete Downgrade'],
  ] as const) {
    await visit('/subscriptions')
    await button(action, current).click()
    await button(`Select ${plan}`, dialog).click()
    await expectPath('/subscription-flow/1')
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

/** Fills one field, tries to go on and is told why not. */
async function expectStopped(label: string, wrong: string, text: string) {
  await field(label).fill(wrong)
  await next.click()
  await expect.element(dialog.getByText(text)).toBeVisible()
}

test('SB-04 SB-05 SB-08 SB-10 a new user buys a regular plan: the wizard validates each step, keeps the typed values and reviews every choice', async () => {
  signInHolding(null)
  takePayments('Trader')
  answer(listPayments, [])
  await visit('/subscriptions')
  await expect.element(current).toHaveTextContent('No plan selected')
  await expect.element(payments).toHaveTextContent('No payments yet')
  await purchase('Trader')
  await expect.element(step('Trading Parameters')).toBeVisible()
  await expect.element(previous).toBeDisabled()
  await expect.element(field('Quantity')).toHaveValue('1')
  await next.click()
  await expect.element(dialog.getByText('Please select a stock symbol')).toBeVisible()
  await field('Stock symbol').selectOptions('SBIN-EQ')
  await expect.element(field('Token')).toHaveValue('3045')
  await addSymbol(/^TCS-EQ/)
  await expectStopped('Quantity', '1001', 'Quantity cannot exceed 1000')
  await field('Quantity').fill('3')
  await expectStopped('Price (optional)', '-5', 'Enter an amount of 0 or more')
  await field('Price (optional)').fill('')
  await next.click()
  await expect.element(step('Strategy Parameters')).toBeVisible()
  for (const [label, value, wrong, text] of [
    ['EMA period', '44', '201', 'EMA period must be between 1 and 200'],
    ['Stop loss %', '5', '51', 'Stop loss must be between 0.1 and 50'],
    ['Target profit %', '10', '0', 'Target profit must be between 0.1 and 100'],
  ] as const) {
    await expect.element(field(label)).toHaveValue(value)
    await expectStopped(label, wrong, text)
    await field(label).fill(value)
  }
  for (const label of ['Buy', 'Sell']) await expect.element(field(`${label} threshold (optional)`)).toBeVisible()
  await field('Stop loss %').fill('0.3')
  await expect.element(dialog.getByRole('note')).toHaveTextContent('A stop loss of 0.3 % is less than four times that')
  // Another bot type has other parameters.
  await previous.click()
  await field('Bot type').selectOptions('rsi_strategy')
  await next.click()
  await expect.element(field('Stop loss %')).toHaveValue('0.3')
  for (const label of ['EMA period', 'Buy threshold (optional)']) expect(field(label).elements()).toEqual([])
  await fill({ 'RSI period': '9' }, dialog.getByRole('group', { name: 'Parameters of the RSI Strategy' }))
  await next.click()
  await expect.element(field('Max orders per day')).toHaveValue('5')
  await expectStopped('Max orders per day', '51', 'Max orders per day must be between 1 and 50')
  await field('Max orders per day').fill('7')
  await expectStopped('Max loss per day (optional)', '-300', 'Enter an amount of 0 or more')
  await field('Max loss per day (optional)').fill('300')
  await expect.element(field('Email notifications')).toBeChecked()
  for (const label of ['SMS notifications', 'Telegram notifications'])
    await expect.element(field(label)).not.toBeChecked()
  await expect.element(dialog).toHaveTextContent('Not available on this platform yet.')
  await previous.click()
  await expect.element(step('Strategy Parameters')).toBeVisible()
  await next.click()
  await expect.element(field('Max orders per day')).toHaveValue('7')
  await next.click()
  await expectTexts(dialog, 'Review and Confirm', 'Quantity3', 'SBIN-EQ, TCS-EQ', 'RSI period9')
  await expectTexts(dialog, 'Max loss per day₹300.00', 'SMS notificationsOff')
  await button('Purchase', dialog).click()
  await button('Pay ₹2,499.00').click()
  await expectSaid(button('OK'), 'Payment processed successfully! Subscription created.')
  await expect.element(current).toHaveTextContent('Trader')
  const trading = { bot_type: 'rsi_strategy', symbol: 'SBIN-EQ', allowed_symbols: ['SBIN-EQ', 'TCS-EQ'], quantity: 3 }
  const limits = { ema_period: 44, max_orders_per_day: 7, max_loss_per_day: 300 }
  expect(sentTo(api.createSubscription)[0]?.body).toMatchObject({
    plan_id: planNamed('Trader').id,
    strategy_parameters: { rsi_period: 9 },
    ...trading,
    ...limits,
  })
})

test('SB-04 SB-05 SB-07 SB-08 SB-09 a bot plan’s parameters are the administrator’s; the reopened wizard starts anew, links to the profile without a chat, and buys for paper unless live is chosen', async () => {
  signInHolding(null)
  participate(null, { is_live_offered: true })
  const chat = { name: '@meera', linked_at: '2026-11-14T06:00:00.000Z' }
  answer(readTelegram, { is_set_up: true, bot_username: 'trading_test_bot', chat })
  refuse(api.createSubscription, 500)
  await openWizard('RSI Monthly')
  await expect.element(field('Stock symbol')).toHaveValue('SBIN-EQ')
  for (const label of ['Stock symbol', 'Quantity']) await expect.element(field(label)).toHaveAttribute('readonly')
  await next.click()
  await expect.element(field('Stop loss %')).toHaveAttribute('readonly')
  await next.click()
  await expect.element(field('Telegram notifications')).toBeVisible()
  expect(profile.elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await purchase('RSI Monthly')
  await expect.element(step('Trading Parameters')).toBeVisible()
  answer(readTelegram, { is_set_up: true, bot_username: 'trading_test_bot', chat: null })
  await openWizard('RSI Monthly')
  await next.click()
  await next.click()
  await expect.element(profile).toHaveAttribute('href', '/profile')
  await expect.element(radio('Paper')).toBeChecked()
  await next.click()
  await expect.element(dialog).toHaveTextContent('Paper (no real orders)')
  await previous.click()
  await radio('Live').click()
  await expect.element(dialog).toHaveTextContent('This is real money')
  await next.click()
  await expect.element(dialog).toHaveTextContent('Live (real money, once you start the bot)')
  await expectSaid(button('Purchase', dialog), 'Failed to create subscription')
  expect(sentTo(api.createSubscription)[0]?.body).toMatchObject({ auto_trade: true, backtest_mode: false })
})

test('SB-04 the wizard of a small plan offers one symbol, paper and mail only', async () => {
  signInHolding(null)
  participate(null, { is_live_offered: true })
  answer(readTelegram, { is_set_up: true, bot_username: 'trading_test_bot', chat: null })
  await openWizard('Starter')
  await expectTexts(dialog, 'The plan allows one symbol.')
  await field('Stock symbol').selectOptions('SBIN-EQ')
  await next.click()
  await next.click()
  await expect.element(field('Telegram notifications')).toBeDisabled()
  await expect.element(radio('Live')).toBeDisabled()
  await expectTexts(dialog, 'This plan sends alerts by e-mail only.', 'This plan allows paper trading only.')
})

test('SB-06 the holder of a regular plan changes the wizard’s settings and the capital', async () => {
  signInHolding('Trader')
  participate(null, { is_live_offered: true })
  answer(api.updateConfiguration, ({ body }) => {
    const held = holding('Trader', { ...(body as object), is_complete: true })
    answer(api.readMySubscription, held)
    return { message: 'Saved', bot_configuration: held.bot_configuration! }
  })
  await visit('/subscriptions')
  await button('Configure Bot', current).click()
  await save.click()
  await expectTexts(dialog, 'Please select a stock symbol', 'Capital amount must be greater than 0')
  await field('Stock symbol').selectOptions('TCS-EQ')
  await fill({ Quantity: '1001', 'Capital Amount': '50000' }, dialog)
  await save.click()
  await expect.element(dialog.getByText('Quantity cannot exceed 1000')).toBeVisible()
  await field('Quantity').fill('7')
  await field('Bot type').selectOptions('rsi_strategy')
  await fill({ 'RSI period': '9' }, dialog.getByRole('group', { name: 'Parameters of the RSI Strategy' }))
  await addSymbol(/^SBIN-EQ/)
  await expectSaid(save, 'Bot configuration saved successfully!')
  const symbols = { symbol: 'TCS-EQ', allowed_symbols: ['TCS-EQ', 'SBIN-EQ'] }
  const own = { strategy_parameters: { rsi_period: 9 }, quantity: 7, capital_amount: 50_000 }
  expect(sentTo(api.updateConfiguration)).toMatchObject([{ body: { ...symbols, ...own } }])
  await expect.element(current).toHaveTextContent('2 symbols')
})

test('SB-07 SB-11 a subscription that cannot be loaded counts as none, and the page shows the error', async () => {
  signInAs('trader')
  const held = recorded(api.readMySubscription)
  refuse(api.readMySubscription, 500)
  await visit('/subscriptions')
  await expect.element(toast('Failed to load subscription data')).toHaveAttribute('data-kind', 'error')
  await expect.element(current).toHaveTextContent('No plan selected')
  await expect.element(page.getByText('Your subscription could not be loaded')).toBeVisible()
  answer(api.readMySubscription, held)
  await button('Try again').click()
  await expect.element(current).toHaveTextContent('EMA Monthly')
})

test('SB-10 the holder sees plan, bot, dates and state, and payments with theirs, filtered and sorted', async () => {
  signInAs('trader')
  const [first] = recorded(listPayments)
  const newest = ['refunded', 'pending', 'failed'] as const
  answer(
    listPayments,
    Array.from({ length: 12 }, (_, at) => ({
      ...first!,
      id: id(at),
      plan_name: at % 2 ? 'EMA Monthly' : 'Starter',
      amount: 500 + at,
      status: newest[at - 9] ?? ('success' as const),
      refund_due: at === 8 ? ({ amount: 998.93, state: 'requested' } as const) : null,
      paid_at: null,
      created_at: `2026-${String(at + 1).padStart(2, '0')}-10T05:00:00.000Z`,
    })),
  )
  await visit('/subscriptions')
  await expect.element(current.css('[data-status="active"]')).toHaveTextContent('Active')
  await expectTexts(current, 'EMA Strategy', '0 of 30')
  const rows = payments.getByRole('listitem')
  await expect.poll(() => rows.elements()).toHaveLength(10)
  expect(texts(payments.css('[data-status]')).slice(0, 4)).toEqual(['Failed', 'Pending', 'Refunded', 'Success'])
  await expect.element(rows.first()).toHaveTextContent('10 Dec 2026')
  await expect.element(rows.nth(3)).toHaveTextContent('refund requested')
  await button('Page 2', payments).click()
  await expect.poll(() => rows.elements()).toHaveLength(2)
  await button('Filter payments', payments).click()
  await choose('Plan', 'EMA Monthly', payments)
  await choose('Status', 'Success', payments)
  await expect.poll(() => rows.elements()).toHaveLength(4)
  await fill({ From: '2026-04-10', To: '2026-08-10' }, payments)
  await choose('Order', 'Smallest first', payments)
  await expect.poll(() => rows.elements()).toHaveLength(3)
  await expect.element(rows.first()).toHaveTextContent('₹503.00')
})

test('an unpaid purchase can be paid now or discarded', async () => {
  signInHolding('Starter', { status: 'pending', payment_status: 'pending', start_date: null, end_date: null })
  takePayments('Starter', { amount: 49_900 })
  answer(api.cancelSubscription, () => {
    refuse(api.readMySubscription, 404)
    return { message: 'Done', subscription: holding('Starter') }
  })
  await visit('/subscriptions')
  const unpaid = page.getByRole('region', { name: 'Unpaid purchase' })
  await button('Pay now', unpaid).click()
  await expect.element(page.getByRole('dialog', { name: 'Complete Payment' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectSaid(button('Discard', unpaid), 'The unpaid purchase was discarded. Nothing was charged.')
  await expect.element(unpaid).not.toBeInTheDocument()
})

test('SB-01 a plan is renewed automatically, or by paying the next period once; when it ends, its bot leaves the open page', async () => {
  const held = signInHolding('EMA Monthly')
  takePayments('EMA Monthly')
  answer(api.toggleAutoRenew, ({ body }) => {
    const { auto_renew } = body as { auto_renew: boolean }
    answer(api.readMySubscription, { ...held, auto_renew })
    return { auto_renew, message: 'Your plan renews automatically.' }
  })
  await visit('/subscriptions')
  const renew = current.getByRole('switch', { name: 'Renew automatically' })
  await expect.element(renew).not.toBeChecked()
  await expectSaid(renew, 'Your plan renews automatically.')
  await expect.element(renew).toBeChecked()
  const renewNow = button('Renew now', current)
  await renewNow.click()
  const renewal = page.getByRole('dialog', { name: 'Renew Plan' })
  await expect.element(renewal).toHaveTextContent('Next period starts')
  await button('Pay ₹999.00', renewal).click()
  answer(api.readMySubscription, { ...held, is_renewed: true })
  given(simulatedSuccess, () => ({ status: 200, body: {} }))
  await expectSaid(button('OK'), 'Renewed. Your next period is paid.')
  await expect.element(current).toHaveTextContent('next period paid')
  await expect.element(renewNow).not.toBeInTheDocument()
  await expect.element(botPanel.panel).toHaveTextContent('Running')
  answer(api.readMySubscription, { ...held, status: 'expired' })
  publish({ event: 'bots', data: { bot_id: null } })
  await expectTexts(current, 'No plan selected', 'Expired')
  await expect.element(botPanel.panel).not.toBeInTheDocument()
})

test('SB-01 the positions of an ended plan are counted and closed on request', async () => {
  signInHolding(null)
  const state = recorded(readParticipation)
  const ended = { status: 'stopped', is_participating: false, is_plan_ended: true, open_positions: 2 } as const
  const former = { ...state.bot!, ...ended }
  const message = 'Its positions are being closed now.'
  answer(controlBot, { message, bot: former })
  const readiness = state.readiness.map((item) => (item.code === 'subscription' ? { ...item, is_ready: false } : item))
  answer(readParticipation, { ...state, bot: null, closing: [former], readiness, is_ready: false })
  await visit('/dashboard')
  await expect.element(botPanel.panel).toHaveTextContent('Plan ended. 2 open positions are being closed.')
  await botPanel.press('Close positions')
  await expect.element(dialog).toHaveTextContent('at the market price now')
  await expectSaid(button('Close positions', dialog), message)
  const body = { action: 'stop', close_positions: true }
  expect(sentTo(controlBot)).toMatchObject([{ params: { id: former.id }, body }])
  // The page without a plan shows the notice as well.
  await visit('/subscriptions')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Plan ended. 2 open positions are being closed.')
})
