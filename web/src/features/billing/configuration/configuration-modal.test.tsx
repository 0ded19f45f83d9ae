import { listPayments } from '@trading-bot/contract/rest/billing/payments'
import {
  createSubscription,
  readMySubscription,
  updateConfiguration,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog } from '../../../testing/controls.ts'
import { toast, visit } from '../../../testing/open-app.tsx'
import { signInHolding, takePayments } from '../../../testing/plans.ts'
import { botPanel, id, participate } from '../../../testing/trading.ts'

const SAVED = 'Bot configuration saved successfully!'
const STOPPED = { status: 'stopped', is_participating: false } as const
const current = page.getByRole('region', { name: 'Current Subscription' })
const limits = dialog.getByRole('group', { name: 'Your limits' })
const modes = dialog.getByRole('radiogroup', { name: 'Trading mode' })
const radio = (name: string) => dialog.getByRole('radio', { name, exact: true })
const save = button('Save Configuration', dialog)
const next = button('Next', dialog)
const sent = () => sentTo(updateConfiguration).at(-1)?.body

/** The demo's holder; what is saved is read from then on, by the page and by the bot's panel. */
async function configure({ isLiveOffered = false } = {}) {
  const held = signInHolding('EMA Monthly')
  const offer = { is_live_offered: isLiveOffered }
  const own = { ...held.bot_configuration!, capital_amount: 100_000 }
  answer(readMySubscription, { ...held, bot_configuration: own })
  participate({ ...STOPPED, capital_amount: 100_000 }, offer)
  given(updateConfiguration, ({ body }) => {
    const bot_configuration = { ...own, ...(body as object) }
    const { max_loss_per_day: loss } = bot_configuration
    if (loss !== null && loss > 25_000)
      return { status: 400, body: { max_loss_per_day: ['Max loss per day cannot exceed ₹25,000.00'] } }
    const mode = bot_configuration.auto_trade && !bot_configuration.backtest_mode ? 'live' : 'paper'
    answer(readMySubscription, { ...held, bot_configuration })
    participate({ ...STOPPED, mode, capital_amount: bot_configuration.capital_amount }, { ...offer, mode })
    return { status: 200, body: { message: 'Saved', bot_configuration } }
  })
  await visit('/subscriptions')
  await button('Configure Bot', current).click()
}

test('SB-06 saved capital applies to the bot', async () => {
  await configure()
  await expect.element(botPanel.panel).toHaveTextContent('₹1,00,000.00')
  const capital = dialog.getByLabelText('Capital Amount')
  await expect.element(capital).toHaveValue('₹1,00,000')
  await capital.fill('0')
  await save.click()
  await expect.element(dialog.getByText('Capital amount must be greater than 0')).toBeVisible()
  await capital.fill('250000.5')
  await save.click()
  await expect.element(toast(SAVED)).toBeVisible()
  await expect.element(botPanel.panel).toHaveTextContent('₹2,50,000.50')
  expect(sent()).toMatchObject({ capital_amount: 250_000.5 })
})

test('a user sets limits, and wrong ones are refused at their fields', async () => {
  await configure()
  const fill = (label: string, value: string) => limits.getByLabelText(label).fill(value)
  await fill('Trailing stop %', '70')
  await save.click()
  await expect.element(limits.getByText('Trailing stop must be between 0.1 and 50')).toBeVisible()
  await fill('Trailing stop %', '1.5')
  await fill('Max loss per day', '900000')
  await save.click()
  await expect.element(limits.getByText(/Max loss per day cannot exceed ₹/)).toBeVisible()
  await fill('Max loss per day', '500')
  await fill('Max loss per week', '2000')
  await fill('Max drawdown', '5000')
  await fill('Max open value', '40000')
  await save.click()
  await expect.element(toast(SAVED)).toBeVisible()
  expect(sent()).toMatchObject({
    max_loss_per_day: 500,
    max_loss_per_week: 2000,
    max_drawdown: 5000,
    max_open_value: 40_000,
    trailing_stop_percentage: 1.5,
  })
})

test('a capital that buys no share of any symbol is explained before it is saved', async () => {
  await configure()
  await dialog.getByLabelText('Capital Amount').fill('50')
  const sentence = dialog.getByText(/₹[\d.]+ per symbol does not buy one share of \S+ at ₹/)
  await expect.element(sentence).toBeVisible()
  refuse(updateConfiguration, 400, { capital_amount: ['₹4.16 per symbol does not buy one share of SBIN-EQ at ₹800'] })
  await save.click()
  await expect.element(sentence).toBeVisible()
})

test('SB-06 live trading that the operator does not offer is disabled with its reason', async () => {
  await configure()
  await expect.element(radio('Paper')).toBeChecked()
  await expect.element(radio('Live')).toBeDisabled()
  await expect.element(modes).toHaveTextContent('Live trading is switched off on this platform.')
})

test('SB-05 the wizard buys for paper unless live is chosen', async () => {
  signInHolding(null)
  takePayments('EMA Monthly')
  participate(null, { is_live_offered: true })
  await visit('/subscriptions')
  await button('Purchase', page.getByRole('article', { name: 'EMA Monthly', exact: true })).click()
  await next.click()
  await next.click()
  await expect.element(radio('Paper')).toBeChecked()
  await next.click()
  await expect.element(dialog).toHaveTextContent('Paper (no real orders)')
  await button('Previous', dialog).click()
  await radio('Live').click()
  await expect.element(dialog).toHaveTextContent('This is real money')
  await next.click()
  await expect.element(dialog).toHaveTextContent('Live (real money, once you start the bot)')
  await button('Purchase', dialog).click()
  await expect.poll(() => sentTo(createSubscription)[0]?.body).toMatchObject({ auto_trade: true, backtest_mode: false })
})

test('SB-02 SB-06 live is chosen with its consent text and shown on the page, with the choice for a refused stop, and left again', async () => {
  await configure({ isLiveOffered: true })
  const choice = dialog.getByRole('radiogroup', { name: 'If the broker refuses a stop' })
  await expect.element(current).toHaveTextContent('Paper')
  await expect.element(radio('Paper')).toBeChecked()
  await expect.element(choice).not.toBeInTheDocument()
  await radio('Live').click()
  await expect
    .element(dialog)
    .toHaveTextContent('every start asks for your password and for the sentence “I trade with real money”')
  await expect.element(radio('Close the position')).toBeChecked()
  await radio('Only warn me').click()
  await save.click()
  await expect.element(toast(SAVED)).toBeVisible()
  expect(sent()).toMatchObject({ auto_trade: true, backtest_mode: false, on_refused_stop: 'warn' })
  await expect.element(current).toHaveTextContent('Live, real money')
  await expect.element(botPanel.mode).toHaveTextContent('Live')
  await button('Configure Bot', current).click()
  await radio('Paper').click()
  await save.click()
  await expect.element(botPanel.mode).toHaveTextContent('Paper')
  expect(sent()).toMatchObject({ auto_trade: false, backtest_mode: true })
})

test('SB-06 a bot whose configuration is switched off says so and is switched on again', async () => {
  await configure()
  const flag = dialog.getByRole('switch', { name: 'The bot may open positions' })
  await expect.element(flag).toBeChecked()
  await flag.click({ force: true })
  await save.click()
  await expect.element(toast(SAVED)).toBeVisible()
  expect(sent()).toMatchObject({ is_active: false })
  const text = 'A bot configuration that is switched on'
  const fix = { label: 'Switch it on', path: '/subscriptions' }
  const readiness = recorded(readParticipation).readiness.map((need) =>
    need.code === 'configuration' ? { ...need, is_ready: false, text, fix } : need,
  )
  participate(STOPPED, { is_ready: false, readiness })
  await visit('/subscriptions')
  await expect.element(botPanel.needs.filter({ hasText: text }).getByRole('link')).toBeVisible()
  await button('Configure Bot', current).click()
  await expect.element(flag).not.toBeChecked()
  await flag.click({ force: true })
  await save.click()
  await expect.element(botPanel.panel).toHaveTextContent('Not yet: everything is in place, start it.')
  expect(sent()).toMatchObject({ is_active: true })
})

test('payments are filtered by plan, status and day, and sorted', async () => {
  signInHolding('EMA Monthly')
  const [first] = recorded(listPayments)
  answer(
    listPayments,
    Array.from({ length: 12 }, (_, at) => ({
      ...first!,
      id: id(at),
      plan_name: at % 2 ? 'EMA Monthly' : 'Starter',
      amount: 500 + at,
      status: at === 11 ? ('failed' as const) : ('success' as const),
      paid_at: null,
      created_at: `2026-${String(at + 1).padStart(2, '0')}-10T05:00:00.000Z`,
    })),
  )
  await visit('/subscriptions')
  const list = page.getByRole('region', { name: 'Payments' })
  const rows = list.getByRole('listitem')
  const choose = async (label: string, option: string) => {
    await list.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await expect.poll(() => rows.elements()).toHaveLength(10)
  await expect.element(rows.first()).toHaveTextContent('10 Dec 2026')
  await button('Page 2', list).click()
  await expect.poll(() => rows.elements()).toHaveLength(2)
  await button('Filter payments', list).click()
  await choose('Plan', 'EMA Monthly')
  await choose('Status', 'Success')
  await expect.poll(() => rows.elements()).toHaveLength(5)
  await list.getByLabelText('From').fill('2026-04-10')
  await list.getByLabelText('To').fill('2026-08-10')
  await choose('Order', 'Smallest first')
  await expect.poll(() => rows.elements()).toHaveLength(3)
  await expect.element(rows.first()).toHaveTextContent('₹503.00')
})
