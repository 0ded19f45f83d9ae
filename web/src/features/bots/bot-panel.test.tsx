import { readBotLimits, readOwnLimits, updateOwnLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import * as api from '@trading-bot/contract/rest/trading/bots'
import { readLiveTerms } from '@trading-bot/contract/rest/trading/hosting'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, publish, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'
import { botPanel, participate } from '../../testing/trading.ts'

const { panel, status, mode, needs, limits, press, confirm } = botPanel
const STOPPED = { status: 'stopped', is_participating: false } as const
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })

const recordedLimits = () =>
  recorded({ ...readBotLimits, path: `/bots/${recorded(api.readParticipation).bot!.id}/limits/` })

beforeEach(() => void signInAs('trader'))

test('SB-01 the page shows the plan, its bot and its run status as it changes', async () => {
  participate({})
  await visit('/subscriptions')
  await expect.element(page.getByRole('region', { name: 'Current Subscription' })).toHaveTextContent('EMA Monthly')
  await expectTexts(panel, 'EMA Bot')
  await expect.element(status).toHaveTextContent('Running')
  const status_reason = 'The script stopped: division by zero'
  const changes: Record<string, Partial<api.Bot> | null> = {
    Stopped: STOPPED,
    Paused: { status: 'paused' },
    Error: { status: 'error', status_reason },
    'None found': null,
  }
  for (const [word, bot] of Object.entries(changes)) {
    participate(bot)
    publish({ event: 'bots', data: { bot_id: null } })
    await expect.element(status).toHaveTextContent(word)
    if (bot?.status_reason) await expectTexts(panel, status_reason)
  }
})

test('SB-02 start is offered only when not participating, stop only when participating, each after a confirmation; a failure shows its text', async () => {
  participate({ ...STOPPED, open_positions: 0 })
  await visit('/subscriptions')
  await press('Start Bot')
  for (const name of [/^Stop/, /^Close positions/]) expect(button(name, panel).elements()).toEqual([])
  await expect.element(dialog).toHaveTextContent('trades on paper')
  await confirm('Not now')
  expect(sentTo(api.startParticipation)).toEqual([])
  await press('Start Bot')
  refuse(api.startParticipation, 500)
  await expectSaid(button('Start Bot', dialog), 'Failed to start bot')
  refuse(api.startParticipation, 400, { error: 'Bot is already participating in trading' })
  await expectSaid(button('Start Bot', dialog), 'Bot is already participating in trading')
  answer(api.startParticipation, () => {
    participate({})
    return { message: 'Bot started. It trades on its next signal.', bot: recorded(api.readParticipation).bot! }
  })
  await expectSaid(button('Start Bot', dialog), 'Bot started. It trades on its next signal.')
  await expect.element(status).toHaveTextContent('Running')
  expect(button('Start Bot', panel).elements()).toEqual([])
  await press('Stop Bot')
  await confirm('Keep as it is')
  expect(sentTo(api.stopParticipation)).toEqual([])
  await press('Stop Bot')
  refuse(api.stopParticipation, 500)
  await expectSaid(button('Stop Bot', dialog), 'Failed to stop bot')
  refuse(api.stopParticipation, 400, { error: 'Bot is not participating in trading' })
  await expectSaid(button('Stop Bot', dialog), 'Bot is not participating in trading')
  answer(api.stopParticipation, () => {
    participate(STOPPED)
    return { message: 'Bot stopped.', bot: recorded(api.readParticipation).bot! }
  })
  await confirm('Stop Bot')
  await expect.element(status).toHaveTextContent('Stopped')
  expect(sentTo(api.stopParticipation).at(-1)?.body).toEqual({ close_positions: false })
  await expect.element(button('Start Bot', panel)).toBeVisible()
  expect(button(/^Stop/, panel).elements()).toEqual([])
})

test('SB-02 each item that a bot needs before it can start links to its page', async () => {
  const readiness = recorded(api.readParticipation).readiness.map((need) => {
    const fix = { label: 'Fix', path: need.code === 'credentials' ? '/credentials' : '/subscriptions' }
    return ['capital', 'credentials'].includes(need.code) ? { ...need, is_ready: false, fix } : need
  })
  const sentence = 'Not yet: 2 things are missing before it can start.'
  participate(null, { is_ready: false, readiness, will_trade: { answer: false, sentence, hindrances: [] } })
  await visit('/dashboard')
  await expect.element(panel).toHaveTextContent(sentence)
  await needs.filter({ hasText: 'Saved broker credentials' }).getByRole('link').click()
  await expectPath('/credentials')
})

test('SB-02 without a plan no start is offered', async () => {
  const readiness = recorded(api.readParticipation).readiness.map((need) =>
    need.code === 'subscription' ? { ...need, is_ready: false } : need,
  )
  participate(null, { is_ready: false, readiness })
  await visit('/dashboard')
  await expect.element(panel).toBeVisible()
  await expect.element(needs.first()).toBeVisible()
  expect(button('Start Bot', panel).elements()).toEqual([])
})

test('SB-02 on own logic a live start shows the parameters and the address to register, and asks to confirm them', async () => {
  participate({ ...STOPPED, mode: 'live' }, { mode: 'live' })
  const own_parameters = { hash: 'b'.repeat(64), lines: [{ label: 'EMA period', value: '20' }] }
  answer(readLiveTerms, { ...recorded(readLiveTerms), outbound_address: '203.0.113.7', own_parameters })
  refuse(api.startParticipation, 409, { error: 'Not today', code: 'NOT_READY' })
  await visit('/subscriptions')
  await press('Start Bot')
  await expectTexts(dialog, 'Your orders leave from 203.0.113.7.', 'registered as the primary address', 'EMA period')
  await field('Current password').fill('Kaveri829')
  await field('Your consent').fill('I trade with real money')
  await confirm('Start Bot')
  await expectTexts(dialog, 'Confirm that these are your own parameters')
  expect(sentTo(api.startParticipation)).toEqual([])
  await dialog.getByRole('checkbox', { name: /These are my own parameters/ }).click()
  await expectSaid(button('Start Bot', dialog), 'Not today')
  expect(sentTo(api.startParticipation)[0]?.body).toMatchObject({ own_parameters: own_parameters.hash })
})

test('SB-02 a live start requires the password and the typed consent', async () => {
  participate({ ...STOPPED, mode: 'live' }, { mode: 'live' })
  const error = 'Type your password again to trade with real money.'
  refuse(api.startParticipation, 403, { error, code: 'LIVE_NEEDS_PASSWORD' })
  await visit('/subscriptions')
  await expect.element(mode).toHaveTextContent('Live')
  await press('Start Bot')
  await expect.element(dialog).toHaveTextContent('with real money')
  await confirm('Start Bot')
  await expect.element(dialog).toHaveTextContent('Password is required')
  await expect.element(field('Current password')).toHaveFocus()
  await field('Current password').fill('Kaveri829')
  await field('Your consent').fill('I trade')
  await confirm('Start Bot')
  await expect.element(dialog.getByText('Type “I trade with real money”', { exact: true })).toBeVisible()
  await field('Your consent').fill('I trade with real money')
  await expectSaid(button('Start Bot', dialog), error)
  const { body } = sentTo(api.startParticipation)[0]!
  expect(body).toEqual({ password: 'Kaveri829', consent: 'I trade with real money' })
  await expect.element(dialog).toBeVisible()
})

test('a live start names the version that was not accepted yet, and opens its sheet beside the dialog', async () => {
  const path = `/how-it-decides/sheet/${'a'.repeat(64)}`
  const missing: api.Readiness = {
    code: 'live_sheet',
    is_ready: false,
    text: 'Your acceptance of how version 2 decides',
    warning: null,
    fix: { label: 'Read and accept it', path },
  }
  participate(
    { ...STOPPED, mode: 'live' },
    { mode: 'live', readiness: [missing, ...recorded(api.readParticipation).readiness] },
  )
  await visit('/subscriptions')
  await press('Start Bot')
  await expectTexts(dialog, 'Missing: Your acceptance of how version 2 decides')
  const link = dialog.getByRole('link', { name: 'Read and accept it' })
  await expect.element(link).toHaveAttribute('href', path)
  await expect.element(link).toHaveAttribute('target', '_blank')
  participate({ ...STOPPED, mode: 'live' }, { mode: 'live' })
  publish({ event: 'bots', data: { bot_id: null } })
  await expect.element(link).not.toBeInTheDocument()
})

test('BS-01 Test Bot reports whether the bot is valid, and without one what is missing', async () => {
  const test = button('Test Bot', page.getByRole('region', { name: 'Bot', exact: true }))
  const { readiness: known } = recorded(api.readParticipation)
  const readiness = known.map((need) => ({ ...need, is_ready: need.code !== 'capital' }))
  participate(null, { is_ready: false, readiness })
  await visit('/bot-subscriptions')
  await test.click()
  await expect.element(toast(/Not ready yet\..*Capital/)).toHaveAttribute('data-kind', 'warning')
  participate({})
  answer(api.verifyBotStrategy, { is_valid: true, message: 'Valid: 12 symbols.', readiness: [] })
  await visit('/bot-subscriptions')
  await test.click()
  await expect.element(toast('Valid: 12 symbols.')).toHaveAttribute('data-kind', 'success')
})

test('a running loss stands beside its limit; an owner tightens limits while the bot runs: the effect first, the bound at its field, then at once on the panel', async () => {
  participate({})
  const change: Record<string, object> = {
    daily_loss: { limit: 5000, figure: -1240 },
    weekly_loss: { limit: 6000, figure: -6010, is_reached: true },
    open_value: { limit: 40_000, figure: 100 },
    trailing_stop: { limit: 1.5 },
  }
  const changed = recordedLimits().map((limit) => ({ ...limit, ...change[limit.code] }))
  answer(readBotLimits, changed)
  await visit('/subscriptions')
  await expectTexts(limits, '−₹1,240.00 of ₹5,000.00', '₹100.00 of ₹40,000.00', 'Trailing stop1.5 %')
  expect(limits.element().textContent.match(/Reached/g)).toHaveLength(1)
  const reached = limits.getByText('Reached.').element().parentElement?.parentElement
  expect(reached).toHaveTextContent('−₹6,010.00 of ₹6,000.00')

  const traded = { symbols: ['SBIN-EQ'], capital: 100_000, capital_per_symbol: 100_000, day_net: 0, held_symbols: [] }
  const view = {
    own: { max_loss_per_day: null, max_profit_per_day: null, max_open_positions: null, excluded_symbols: [] },
    bounds: { max_loss_per_day: 25_000, max_profit_per_day: 50_000, max_open_positions: 12 },
    ...traded,
  }
  answer(readOwnLimits, view)
  const bound = 'Max loss per day can’t be above ₹25,000.00'
  refuse(updateOwnLimits, 400, { max_loss_per_day: [bound] })
  await button('Tighten limits', limits).click()
  const loss = dialog.getByLabelText('Max loss per day')
  await loss.fill('900000')
  await confirm('Save limits')
  await expect.element(dialog.getByText(bound)).toBeVisible()
  await loss.fill('-5')
  await confirm('Save limits')
  await expect.element(dialog.getByText('Max loss per day must be at least ₹1')).toBeVisible()
  await loss.fill('250')
  const effect = dialog.getByRole('region', { name: 'What this means' })
  await expect.element(effect).toHaveTextContent('At a loss of ₹250.00 in a day (0.25 % of your capital')
  answer(updateOwnLimits, () => {
    const [daily, ...others] = recordedLimits()
    answer(readBotLimits, [{ ...daily!, limit: 250, is_own: true }, ...others])
    return { message: 'Limits saved. They apply at once.', limits: view }
  })
  await expectSaid(button('Save limits', dialog), 'Limits saved. They apply at once.')
  await expectTexts(limits, 'of ₹250.00', 'Set by you.')
  expect(sentTo(updateOwnLimits).at(-1)?.body).toEqual({ ...view.own, max_loss_per_day: 250 })
})
