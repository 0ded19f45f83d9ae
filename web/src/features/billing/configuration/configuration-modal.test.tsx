import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts, fieldOf, fill } from '../../../testing/controls.ts'
import { visit } from '../../../testing/open-app.tsx'
import { signInHolding } from '../../../testing/plans.ts'
import { botPanel, participate } from '../../../testing/trading.ts'

const SAVED = 'Bot configuration saved successfully!'
const STOPPED = { status: 'stopped', is_participating: false } as const
const current = page.getByRole('region', { name: 'Current Subscription' })
const limits = dialog.getByRole('group', { name: 'Your limits' })
const modes = dialog.getByRole('radiogroup', { name: 'Trading mode' })
const radio = (name: string) => dialog.getByRole('radio', { name, exact: true })
const save = button('Save Configuration', dialog)
const sent = () => sentTo(updateConfiguration).at(-1)?.body

/** The demo's holder; what is saved is read from then on, by the page and by the bot's panel. */
async function configure({ isLiveOffered = false } = {}) {
  const held = signInHolding('EMA Monthly')
  const offer = { is_live_offered: isLiveOffered }
  const own = { ...held.bot_configuration!, capital_amount: 100_000 }
  answer(readMySubscription, { ...held, bot_configuration: own })
  participate({ ...STOPPED, capital_amount: 100_000 }, offer)
  const keepSaved = () =>
    given(updateConfiguration, ({ body }) => {
      const bot_configuration = { ...own, ...(body as object) }
      const mode = bot_configuration.auto_trade && !bot_configuration.backtest_mode ? 'live' : 'paper'
      answer(readMySubscription, { ...held, bot_configuration })
      participate({ ...STOPPED, mode, capital_amount: bot_configuration.capital_amount }, { ...offer, mode })
      return { status: 200, body: { message: 'Saved', bot_configuration } }
    })
  keepSaved()
  await visit('/subscriptions')
  await button('Configure Bot', current).click()
  return keepSaved
}

test('SB-06 SB-09 the administrator’s settings are read-only; the saved capital and limits apply to the bot, wrong ones and a capital that buys no share are refused at their fields', async () => {
  const keepSaved = await configure()
  for (const label of ['Symbol', 'Interval', 'Stop Loss %', 'Target Profit %', 'Max Orders per Day'])
    await expect.element(fieldOf(label, dialog)).toHaveAttribute('readonly')
  await expect.element(radio('Paper')).toBeChecked()
  await expect.element(radio('Live')).toBeDisabled()
  await expectTexts(modes, 'Live trading is switched off on this platform.')
  await expect.element(botPanel.panel).toHaveTextContent('₹1,00,000.00')
  await expect.element(fieldOf('Capital Amount', dialog)).toHaveValue('₹1,00,000')
  await fill({ 'Capital Amount': '0', 'Trailing stop %': '70' }, dialog)
  await save.click()
  await expectTexts(dialog, 'Capital amount must be greater than 0', 'Trailing stop must be between 0.1 and 50')
  const text = 'Configuration Error - Please fix the validation errors above before saving.'
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text)
  await fill({ 'Capital Amount': '50' }, dialog)
  await expect.element(dialog.getByText(/₹[\d.]+ per symbol does not buy one share of \S+ at ₹/)).toBeVisible()
  await fill({ 'Capital Amount': '250000.5', 'Trailing stop %': '1.5', 'Max loss per day': '900000' }, dialog)
  refuse(updateConfiguration, 500)
  await expectSaid(save, 'Failed to update bot configuration')
  refuse(updateConfiguration, 400, { max_loss_per_day: ['Max loss per day cannot exceed ₹25,000.00'] })
  await save.click()
  await expect.element(limits.getByText('Max loss per day cannot exceed ₹25,000.00')).toBeVisible()
  keepSaved()
  await fill({ 'Max loss per day': '500', 'Max drawdown': '5000', 'Max open value': '40000' }, limits)
  await expectSaid(save, SAVED)
  await expect.element(botPanel.panel).toHaveTextContent('₹2,50,000.50')
  expect(sent()).toEqual({
    max_orders_per_day: 5,
    capital_amount: 250_000.5,
    max_loss_per_day: 500,
    max_drawdown: 5000,
    max_open_value: 40_000,
    trailing_stop_percentage: 1.5,
  })
})

test('SB-02 SB-06 live is chosen with its consent text and shown on the page, with the choice for a refused stop, and left again', async () => {
  await configure({ isLiveOffered: true })
  const choice = dialog.getByRole('radiogroup', { name: 'If the broker refuses a stop' })
  await expect.element(current).toHaveTextContent('Paper')
  await expect.element(radio('Paper')).toBeChecked()
  await expect.element(choice).not.toBeInTheDocument()
  await radio('Live').click()
  await expectTexts(dialog, 'every start asks for your password and for the sentence “I trade with real money”')
  await expect.element(radio('Close the position')).toBeChecked()
  await radio('Only warn me').click()
  await expectSaid(save, SAVED)
  expect(sent()).toMatchObject({ auto_trade: true, backtest_mode: false, on_refused_stop: 'warn' })
  await expect.element(current).toHaveTextContent('Live, real money')
  await expect.element(botPanel.mode).toHaveTextContent('Live')
  await button('Configure Bot', current).click()
  await radio('Paper').click()
  await save.click()
  await expect.element(botPanel.mode).toHaveTextContent('Paper')
  expect(sent()).toMatchObject({ auto_trade: false, backtest_mode: true })
})

test('SB-06 a bot’s configuration is switched off and on again', async () => {
  await configure()
  const flag = dialog.getByRole('switch', { name: 'The bot may open positions' })
  await expect.element(flag).toBeChecked()
  await flag.click({ force: true })
  await expectSaid(save, SAVED)
  expect(sent()).toMatchObject({ is_active: false })
  await button('Configure Bot', current).click()
  await expect.element(flag).not.toBeChecked()
  await flag.click({ force: true })
  await expectSaid(save, SAVED)
  expect(sent()).toMatchObject({ is_active: true })
})
