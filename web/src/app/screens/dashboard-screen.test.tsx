import { readTrade } from '@trading-bot/contract/rest/trading/analytics'
import * as api from '@trading-bot/contract/rest/trading/bots'
import { readWorld } from '@trading-bot/contract/rest/operations/platform'
import { readCandles } from '@trading-bot/contract/rest/trading/candles'
import {
  closeAllPositions,
  closePosition,
  confirmPosition,
  releasePosition,
} from '@trading-bot/contract/rest/trading/closing'
import { readToday, type Today } from '@trading-bot/contract/rest/trading/dashboards'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { answer, cutStream, given, hold, publish, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { startClock } from '../../testing/clock.ts'
import {
  button,
  choose,
  dialog,
  expectSaid,
  expectStats,
  expectTexts,
  rowsOf,
  stat,
  texts,
} from '../../testing/controls.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'
import {
  botOf,
  botPanel,
  candlesOf,
  holdPositions,
  id,
  orderOf,
  participate,
  positionOf,
  tradeDetailOf,
} from '../../testing/trading.ts'

const region = (name: string) => page.getByRole('region', { name, exact: true })
const itemsOf = (list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem')
const today = (part: string) => region('Today').css(`[data-today="${part}"]`)
const bots = rowsOf('Your Bots')
const positions = rowsOf('Open Positions')
const orders = rowsOf('Today’s Orders')
const PHONE = { width: 390, height: 844 }

beforeEach(() => {
  signInAs('trader')
  answer(readCandles, candlesOf())
})
afterEach(() => page.viewport(1280, 800))

const filter = (list: string, label: string, option: string) => choose(label, option, region(`Filters of ${list}`))

function showToday(change: Partial<Today>) {
  const shown = recorded(readToday)
  const daily_losses = [{ ...shown.daily_losses[0]!, limit: 5000, left: 3765.5 }]
  const result = { net_pnl: -1234.5, realised: -500, unrealised: -600, charges: 134.5 }
  answer(readToday, { ...shown, ...result, capital: 100_000, percent_of_capital: -1.23, daily_losses, ...change })
}

test('DB-01 DB-02 the cards show bots, trades and profit with their change; the first five bots are listed in the server’s order', async () => {
  answer(api.readBotStats, {
    total_bots: 3,
    active_bots: 2,
    total_trades: 12345,
    total_pnl: -123456.7,
    changes: { total_bots: 50, active_bots: null, total_trades: -12.5, total_pnl: 0 },
  })
  answer(api.listBots, { data: [1, 2, 3, 4, 5, 6, 7].map((number) => botOf(number)) })
  answer(api.listBotPositions, [])
  answer(api.listBotOrders, [])
  await visit('/dashboard')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true })).toBeVisible()
  await expectStats({ 'Total Bots': '3+50% from last month', 'Active Bots': '2+0% from last month' })
  await expectStats({ 'Total Trades': '12,345−12.5% from last month', 'Total P&L': '−₹1,23,456.70' })
  await expect.element(stat('Total P&L').css('[data-profit="loss"]')).toBeVisible()
  await expect
    .poll(() => texts(bots).map((text) => /Bot \d/.exec(text)?.[0]))
    .toEqual([1, 2, 3, 4, 5].map((number) => `Bot ${number}`))
})

test('DB-01 DB-06 a spinner shows until the figures are there; figures that cannot be loaded are dashes, named in a box', async () => {
  const { held, release } = hold()
  given(api.readBotStats, async () => {
    await held
    return { status: 500, body: {} }
  })
  await visit('/dashboard')
  const spinner = page.getByLabelText('Loading the dashboard')
  await expect.element(spinner).toBeVisible()
  release()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Error loading dashboard data' })).toBeVisible()
  await expect.element(spinner).not.toBeInTheDocument()
  await expectStats({ 'Total Bots': '–', 'Active Bots': '–', 'Total Trades': '–', 'Total P&L': '–' })
})

test('DB-10 a failed bot list only logs to the console', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  refuse(api.listBots, 500)
  await visit('/dashboard')
  await expect.poll(() => log.mock.calls.flat()).toContain('Failed to load dashboard data')
  log.mockRestore()
  await expectStats({ 'Total Trades': '1,893' })
  expect(bots.elements()).toEqual([])
  expect(page.css('[data-kind]').elements()).toEqual([])
  expect(page.getByRole('alert').elements()).toEqual([])
})

const STATES = ['created', 'partially_filled', 'filled', 'denied', 'unknown'] as const
const STATE_TEXTS = ['Decided', 'Partly filled', 'Filled', 'Not sent', 'Not confirmed']

test('DB-02 today’s orders show their exact state and reason, open positions their value', async () => {
  const sent = STATES.map((state, at) =>
    orderOf(100 + at, { state, timestamp: `2026-11-17T05:00:0${9 - at}.000Z`, detail: `Detail of ${state}` }),
  )
  sent[1] = { ...sent[1]!, filled_quantity: 4 }
  sent[2] = { ...sent[2]!, filled_quantity: 10, pnl: -50, purpose: 'stop', order_type: 'SELL' }
  holdPositions([positionOf(1), positionOf(2, { symbol: 'TCS-EQ', side: 'SHORT', unrealised_pnl: -100 })], sent)
  await visit('/dashboard')
  await expect.poll(() => orders.elements()).toHaveLength(STATES.length)
  for (const [at, state] of STATES.entries())
    expect(texts(orders)[at]).toMatch(new RegExp(`${STATE_TEXTS[at]}.*Detail of ${state}`))
  await expectTexts(orders.nth(1), '4 of 10', 'The fast average crossed above the EMA.')
  await expect.element(orders.nth(2)).toHaveTextContent('Stop loss')
  await expect.element(orders.nth(2).css('[data-profit="loss"]')).toHaveTextContent('−₹50.00')
  await expect.element(positions.nth(0)).toHaveTextContent('+₹55.00')
  await expect.element(positions.nth(1)).toHaveTextContent('Short')
  await expect.element(region('Open Positions')).toHaveTextContent('Unrealised −₹45.00')
})

test('DB-02 today’s orders show the newest first and all on request; they are filtered, sorted and paged, the address keeps it, and the file has what is shown', async () => {
  const sent = Array.from({ length: 60 }, (_, at) =>
    orderOf(100 + at, {
      symbol: `${['SBIN', 'TCS', 'INFY'][at % 3]}-EQ`,
      order_type: at % 2 ? 'SELL' : 'BUY',
      purpose: at % 2 ? 'stop' : 'entry',
      price: 800 + at,
      pnl: at % 2 ? at - 30 : null,
      timestamp: new Date(Date.UTC(2026, 10, 17, 5, 0, at)).toISOString(),
    }),
  )
  holdPositions([], sent)
  const files = catchDownloads()
  await visit('/dashboard')
  const list = region('Today’s Orders')
  await expect.poll(() => orders.elements()).toHaveLength(10)
  await expect.element(orders.first()).toHaveTextContent('₹859.00')
  await button('Show all 60 orders').click()
  await expect.poll(() => orders.elements()).toHaveLength(25)
  await button('Page 3', list).click()
  await expect.poll(() => orders.elements()).toHaveLength(10)
  await expect.element(orders.last()).toHaveTextContent('₹800.00')
  await button('Filter today’s orders', list).click()
  await filter('today’s orders', 'Symbol', 'TCS-EQ')
  await filter('today’s orders', 'Reason', 'Stop loss')
  await expect.element(list).toHaveTextContent('10 of 60 match')
  await button(/^P&L/, list).click()
  await button(/^P&L/, list).click()
  await expect.element(orders.first()).toHaveTextContent('−₹29.00')
  await visit(window.location.pathname + window.location.search)
  await expect.element(orders.first()).toHaveTextContent('−₹29.00')
  expect(orders.elements()).toHaveLength(10)
  await button('Download today’s orders as CSV', list).click()
  const lines = (await files[0]!.text).trim().split('\r\n')
  expect(lines).toHaveLength(11)
  expect(lines[1]).toMatch(/^17 Nov 2026 10:30:01,TCS-EQ,SELL,Stop loss,.*,801,-29,Filled,/)
  await list.getByRole('searchbox').fill('nothing like it')
  await expect.element(list).toHaveTextContent('Nothing matches these filters.')
  await button('Clear filters', list).click()
  await expect.poll(() => orders.elements()).toHaveLength(25)
})

test.each([
  ['paper', 'Prices delayed by 30 days.'],
  ['live', 'Last prices are those of your broker session.'],
] as const)('positions of a %s account name the prices that they are valued at', async (mode, words) => {
  const rules = { prices: 'Prices delayed by 30 days.', own_prices: 'Last prices are those of your broker session.' }
  answer(readWorld, { ...recorded(readWorld), ...rules })
  holdPositions([positionOf(1, { last_price: null, unrealised_pnl: null })])
  answer(api.listBots, { data: [botOf(1, { mode })] })
  await visit('/dashboard')
  await expect.element(region('Open Positions')).toHaveTextContent(words)
})

test('positions are filtered and sorted on a desktop and a phone; five of them need no filter', async () => {
  const held = Array.from({ length: 60 }, (_, at) =>
    positionOf(at + 1, {
      symbol: `S${at}-EQ`,
      side: at % 4 ? 'LONG' : 'SHORT',
      unrealised_pnl: at === 7 ? null : at,
    }),
  )
  holdPositions(held)
  const files = catchDownloads()
  await visit('/dashboard')
  const list = region('Open Positions')
  const onPhone = itemsOf('Open Positions')
  await expect.poll(() => positions.elements()).toHaveLength(50)
  await button(/^Unrealised P&L/, list).click()
  await expect.element(positions.first()).toHaveTextContent('S59-EQ')
  await button('Page 2', list).click()
  await expect.poll(() => positions.elements()).toHaveLength(10)
  await expect.element(positions.last()).toHaveTextContent('S7-EQ')
  await button('Filter open positions', list).click()
  await filter('open positions', 'Side', 'Short')
  await page.viewport(PHONE.width, PHONE.height)
  await filter('open positions', 'Order', 'Worst P&L first')
  await expect.element(onPhone.first()).toHaveTextContent('S0-EQ')
  expect(onPhone.elements()).toHaveLength(15)
  await button('Download open positions as CSV', list).click()
  expect((await files[0]!.text).trim().split('\r\n')).toHaveLength(16)
  answer(api.listBotPositions, held.slice(0, 5))
  await visit('/dashboard')
  await expect.poll(() => onPhone.elements()).toHaveLength(5)
  expect(list.getByRole('button', { name: /Filter|CSV/ }).elements()).toEqual([])
})

test('DB-02 a stopped bot’s open positions are closed from the dashboard', async () => {
  const message = 'Its positions are being closed now.'
  answer(api.stopParticipation, { message, bot: botOf(1) })
  participate({ status: 'stopped', is_participating: false, open_positions: 2 })
  await visit('/dashboard')
  await botPanel.press('Close positions')
  await expect.element(dialog).toHaveTextContent('sold or bought back at the market price now')
  await expectSaid(button('Close positions', dialog), message)
  expect(sentTo(api.stopParticipation).map(({ body }) => body)).toEqual([{ close_positions: true }])
})

test('without the event stream the page says so and polls; the stream reconnects by itself', async () => {
  cutStream(true)
  participate({})
  startClock()
  await visit('/dashboard')
  const market = page.getByRole('status', { name: 'Market' })
  await expect.element(market).toHaveTextContent('Disconnected')
  await expect.element(botPanel.status).toHaveTextContent('Running')
  participate({ status: 'paused' })
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.element(botPanel.status).toHaveTextContent('Paused')
  cutStream(false)
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.element(market).toHaveTextContent('· Connected')
})

test('today’s result stands above the cards with its parts, its share of the capital and what is left of the loss limit', async () => {
  showToday({ curve: [...recorded(readToday).curve.slice(0, -1), { at: '2026-11-17T18:52:00.000Z', net: -1234.5 }] })
  await visit('/dashboard')
  await expectTexts(today('net'), '−₹1,234.50', '−1.23% of ₹1,00,000.00')
  const parts = { realised: '−₹500.00', unrealised: '−₹600.00', charges: '−₹134.50' }
  for (const [part, text] of Object.entries({ ...parts, 'loss-left': '₹3,765.50 of ₹5,000.00' }))
    await expect.element(today(part)).toHaveTextContent(text)
  const bar = region('Today').getByRole('progressbar', { name: 'Daily loss limit left' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '75.31')
  const values = region('Today').getByRole('table', { name: 'Today’s result: values' })
  await expect.element(values).toHaveTextContent('−₹1,234.50')
  const above = region('Today').element().getBoundingClientRect()
  expect(above.bottom).toBeLessThanOrEqual(stat('Total Bots').element().getBoundingClientRect().top)
})

test('today without prices, trades or limits says so, and a reached limit is named', async () => {
  const [limit] = recorded(readToday).daily_losses
  const reached: Partial<Today> = { mode: 'live', daily_losses: [{ ...limit!, left: 0, is_reached: true }] }
  showToday({ net_pnl: null, realised: null, unrealised: null, charges: null, percent_of_capital: null, ...reached })
  await visit('/dashboard')
  await expect.element(today('net')).toHaveTextContent('Waiting for prices')
  await expect.element(today('unrealised')).toHaveTextContent('–')
  await expect.element(region('Today')).toHaveTextContent('Daily loss limit reached.')
  await expect.element(region('Today').css('[data-mode="live"]')).toBeVisible()
  showToday({ net_pnl: 0, percent_of_capital: 0, curve: [], daily_losses: [] })
  await visit('/dashboard')
  await expectTexts(region('Today'), 'Nothing traded in this session yet.', 'No daily loss limit is set.')
})

test('positions stand before orders, and each row opens its details', async () => {
  holdPositions([positionOf(1)], [orderOf(100)])
  answer(readTrade, tradeDetailOf())
  await visit('/dashboard')
  await expect.element(orders).toBeVisible()
  const [held, sent] = [positions, orders].map((row) => row.element().getBoundingClientRect())
  expect(held!.top).toBeLessThan(sent!.top)
  await button('SBIN-EQ Long', positions).click()
  await expectTexts(dialog, 'Long 10 at ₹820.00', 'Stop at the exchange: ₹792.00', 'Bot 1')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await button(/^SBIN-EQ/, orders).click()
  await expect.element(dialog).toHaveTextContent('Round trip, net')
})

test('one position or all are closed after a confirmation, without stopping the bots; what is being closed rests', async () => {
  const other = positionOf(2, { symbol: 'TCS-EQ', side: 'SHORT' })
  holdPositions([positionOf(1), other])
  answer(closeAllPositions, { message: '2 positions are closed.', still_open: [] })
  answer(closePosition, () => {
    answer(api.listBotPositions, [positionOf(1), { ...other, is_closing: true }])
    return { message: 'TCS-EQ is being closed.', still_open: ['TCS-EQ'] }
  })
  await visit('/dashboard')
  await button('Close all', region('Open Positions')).click()
  await expect.element(dialog).toHaveTextContent('Close all 2 positions?')
  await expectSaid(button('Close all', dialog), '2 positions are closed.')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentTo(closeAllPositions)).toHaveLength(1)
  await button('Close TCS-EQ', positions.nth(1)).click()
  await expectTexts(dialog, '10 shares are bought back at the market price now. Your bot keeps running')
  await expectSaid(button('Close position', dialog), 'TCS-EQ is being closed.')
  expect(sentTo(closePosition).map(({ params }) => params)).toEqual([{ id: id(1), position_id: id(2) }])
  await expect.element(button('TCS-EQ is being closed', positions.nth(1))).toBeDisabled()
  await expect.element(button('Close SBIN-EQ', positions.nth(0))).toBeEnabled()
  expect(sentTo(api.stopOwnBots)).toEqual([])
})

test('a position that the bot took from an order without its tag is asked about; either answer ends the question', async () => {
  const question = page.getByRole('alert', { name: 'Whose is SBIN-EQ?' })
  holdPositions([positionOf(1, { ownership: 'asked' }), positionOf(2, { symbol: 'TCS-EQ' })])
  answer(confirmPosition, () => {
    answer(api.listBotPositions, [positionOf(1)])
    return { message: 'SBIN-EQ is the bot’s.' }
  })
  await visit('/dashboard')
  await expectTexts(question, 'Are the 10 shares of SBIN-EQ at ₹820.00 yours?')
  await expect.element(page.getByRole('alert', { name: 'Whose is TCS-EQ?' })).not.toBeInTheDocument()
  await expectSaid(button('The bot’s', question), 'SBIN-EQ is the bot’s.')
  await expect.element(question).not.toBeInTheDocument()
  expect(sentTo(confirmPosition).map(({ params }) => params)).toEqual([{ id: id(1), position_id: id(1) }])
})

test('a position that its owner calls theirs is left after a confirmation, and what hinders it is said', async () => {
  const question = page.getByRole('alert', { name: 'Whose is SBIN-EQ?' })
  holdPositions([positionOf(1, { ownership: 'asked' })])
  await visit('/dashboard')
  await button('Mine', question).click()
  await expectTexts(dialog, 'withdraws its stop and its exits for the 10 shares of SBIN-EQ')
  const error = 'The order for SBIN-EQ is still filling.'
  refuse(releasePosition, 409, { error, code: 'POSITION_ENTERING' })
  await expectSaid(button('They are mine', dialog), error)
  answer(releasePosition, () => {
    answer(api.listBotPositions, [positionOf(1, { ownership: 'leaving' })])
    return { message: 'SBIN-EQ is yours.' }
  })
  await expectSaid(button('They are mine', dialog), 'SBIN-EQ is yours.')
  await expect.element(question).not.toBeInTheDocument()
  await expectTexts(positions.nth(0), 'Leaving the bot')
  await expect.element(button('Close SBIN-EQ', positions.nth(0))).not.toBeInTheDocument()
})

test('stopping with closing names what is still open, and the button stays as long', async () => {
  holdPositions([])
  answer(api.listBots, { data: [botOf(1), botOf(2)] })
  answer(api.stopOwnBots, {
    message: 'Stopped: Bot 1, Bot 2. 1 position is still being closed.',
    stopped: ['Bot 1', 'Bot 2'],
    open_positions: 1,
    still_open: ['10 SBIN-EQ'],
  })
  await visit('/dashboard')
  await button('Stop everything').click()
  await expect.element(dialog).toHaveTextContent('2 bots are running. 2 positions are open.')
  await botPanel.confirm('Stop and close positions')
  await expect.element(dialog).toHaveTextContent('1 position is still being closed.')
  expect(texts(dialog.getByRole('listitem'))).toEqual(['10 SBIN-EQ'])
  expect(sentTo(api.stopOwnBots)[0]?.body).toEqual({ close_positions: true })
  const stopped = { status: 'stopped', is_participating: false } as const
  const hold = (open_positions: number) => {
    answer(api.listBots, {
      data: [botOf(1, { ...stopped, open_positions }), botOf(2, { ...stopped, open_positions: 0 })],
    })
    publish({ event: 'bots', data: { bot_id: null } })
  }
  hold(1)
  await botPanel.confirm('Done')
  await expect.element(bots.first()).toHaveTextContent('Stopped')
  await expect.element(button('Stop everything')).toBeVisible()
  hold(0)
  await expect.element(button('Stop everything')).not.toBeInTheDocument()
})

const LONG_NOTE =
  'The broker refused it: Your order has been rejected due to RMS: Margin Exceeds, Required: 48210.55, Available: 12400.00 for entity account A12345678 across exchange NSE across segment EQ across product INTRADAY'

test('each position names its stop at the exchange or why there is none, on a desktop and a phone, whose drawer says more', async () => {
  const refused = { state: 'refused', stop_at_exchange: null, note: LONG_NOTE } as const
  const none = { state: 'none', stop_at_exchange: null, note: 'No stop is set.' } as const
  holdPositions(
    [
      positionOf(1),
      positionOf(2, { symbol: 'TATAMOTORS-EQ', side: 'SHORT', protection: refused }),
      positionOf(3, { symbol: 'INFY-EQ', stop_price: null, protection: none }),
    ],
    (['resting', 'modifying', 'cancelling'] as const).map((state, at) =>
      orderOf(10 + at, { state, mode: 'live', order_type: 'SELL' }),
    ),
  )
  await page.viewport(1440, 900)
  await visit('/dashboard')
  await expectRows(positions, orders, ['Stop at the exchange: ₹792.00', LONG_NOTE, 'No stop is set.'])
  await page.viewport(PHONE.width, PHONE.height)
  const onPhone = itemsOf('Open Positions')
  await expectRows(onPhone, itemsOf('Today’s Orders'), ['Stop ₹792.00 at the exchange', 'Stop refused', 'No stop'])
  await onPhone.nth(1).getByRole('button').click()
  await expectTexts(dialog, LONG_NOTE, 'Where the stop is')
  await botPanel.confirm('Close TATAMOTORS-EQ')
  await expect.element(page.getByRole('dialog', { name: 'Close TATAMOTORS-EQ?' })).toBeVisible()
})

/** Everything the rows say can be read without scrolling sideways. */
async function expectRows(held: Locator, sent: Locator, stops: string[]) {
  for (const [at, text] of stops.entries()) await expect.element(held.nth(at)).toHaveTextContent(text)
  for (const [at, text] of ['Stop at the exchange', 'Being changed', 'Being cancelled'].entries())
    await expect.element(sent.nth(at)).toHaveTextContent(text)
  const parts = held.elements().flatMap((row) => [row, ...row.querySelectorAll('td, button > span')])
  expect(parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)).toEqual([])
}

test('on a phone with ten positions after a long day the page is under 2,500 px high, and its most important parts stay at the bottom', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  const [first] = recorded(api.listBots).data
  for (const [spec, rows] of [
    [api.listBotPositions, Array.from({ length: 10 }, (_, at) => positionOf(at + 1, { symbol: `TATACONSUM${at}-EQ` }))],
    [api.listBotOrders, Array.from({ length: 60 }, (_, at) => orderOf(100 + at, { pnl: at % 2 ? -120 : 95 }))],
  ] as const)
    given(spec, ({ params }) => ({ status: 200, body: params['id'] === first!.id ? rows : [] }))
  showToday({})
  await visit('/dashboard')
  await expect.poll(() => itemsOf('Open Positions').elements()).toHaveLength(10)
  await expect.poll(() => itemsOf('Today’s Orders').elements()).toHaveLength(5)
  await expect.element(region('Today').getByRole('figure')).toBeVisible()
  for (const list of ['Open Positions', 'Today’s Orders', 'Your Bots'])
    expect(itemsOf(list).first().element().getBoundingClientRect().height).toBeLessThan(76)
  const { scrollHeight, scrollWidth } = document.documentElement
  expect(scrollHeight).toBeLessThan(2_500)
  expect(scrollWidth).toBe(PHONE.width)
  const result = page.getByText(/^Today [−+₹–]/)
  const stop = button('Stop everything')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect.element(result).toHaveTextContent(/^Today −₹1,234.50$/)
  window.scrollTo(0, 1_200)
  for (const part of [result, page.getByRole('status', { name: 'Market' }), stop]) {
    const { top, bottom } = part.element().getBoundingClientRect()
    expect(top).toBeGreaterThan(PHONE.height * 0.75)
    expect(bottom).toBeLessThanOrEqual(PHONE.height)
  }
  expect(stop.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(36)
  const links = pages.getByRole('link')
  expect(texts(links)).toEqual(['Dashboard', 'Pricing', 'Subscriptions', 'Credentials', 'Trades'])
  await expect.element(pages.css('[aria-current="page"]')).toHaveTextContent('Dashboard')
  await links.nth(4).click()
  await expectPath('/trades')
  await expect.element(stop).toBeInViewport({ ratio: 0.99 })
})

test('DB-02 every bot of the list has what its state allows; one whose plan has ended has nothing, and says when that was', async () => {
  const states = [
    botOf(1, { status: 'running' }),
    botOf(2, { status: 'paused', is_copy: true }),
    botOf(3, { status: 'stopped', is_copy: true, mode: 'paper' }),
    botOf(4, { status: 'stopped', is_plan_ended: true, ended_at: '2026-11-12T06:00:00.000Z' }),
  ]
  answer(api.listBots, { data: states })
  answer(api.listBotPositions, [])
  answer(api.listBotOrders, [])
  answer(api.controlBot, { message: 'Bot started. It trades on its next signal.', bot: states[2]! })
  await visit('/dashboard')
  const actions = (row: number) => texts(bots.nth(row).getByRole('button'))
  await expect.poll(() => actions(0)).toEqual(['Pause', 'Stop'])
  expect([actions(1), actions(2), actions(3)]).toEqual([['Resume', 'Stop'], ['Start'], []])
  await expect.element(bots.nth(3)).toHaveTextContent('Ended12 Nov 2026')
  await button('Start Bot 3').click()
  await expectSaid(button('Start Bot', dialog), 'Bot started. It trades on its next signal.')
  expect(sentTo(api.controlBot)).toMatchObject([{ params: { id: id(3) }, body: { action: 'start' } }])
})

test('a first visit lists the steps to the first trade once', async () => {
  answer(api.listBots, { data: [] })
  answer(api.readBotStats, { ...recorded(api.readBotStats), total_bots: 0, active_bots: 0, total_trades: 0 })
  const fix = { path: '/pricing', label: 'Choose a plan' }
  const missing = { code: 'subscription', is_ready: false, text: 'An active plan', warning: null, fix } as const
  participate(null, { readiness: [missing], is_ready: false })
  await visit('/dashboard')
  await expect.element(region('Your first trade')).toHaveTextContent('Choose a plan')
  expect(page.getByRole('list', { name: 'What your bot needs' }).elements()).toEqual([])
})
