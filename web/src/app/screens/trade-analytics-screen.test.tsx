import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import * as api from '@trading-bot/contract/rest/trading/analytics'
import { listBots, readBotStats } from '@trading-bot/contract/rest/trading/bots'
import { type Candles, readCandles } from '@trading-bot/contract/rest/trading/candles'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, cutStream, given, hold, publish, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { soon, startClock, stopClock } from '../../testing/clock.ts'
import { button, choose, dialog, expectStats, expectTexts, fill, rowsOf, stat, texts } from '../../testing/controls.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'
import { candlesOf, orderOf, tradeDetailOf } from '../../testing/trading.ts'

const tabs = page.getByRole('tab')
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const charts = page.css('canvas')
const analytics = page.getByRole('region', { name: 'Analytics', exact: true })
const monitor = page.getByRole('region', { name: 'Real-time trades' })
const feed = rowsOf('Real-time trades')
const market = page.getByRole('region', { name: 'Market Status' })
const health = page.getByRole('region', { name: 'System Health' })
const drawer = page.getByRole('dialog', { name: 'Trade' })
const valuesOf = (chart: string) => rowsOf(`${chart}: values`)
const figure = (label: string) => page.css('dl > div').filter({ hasText: label }).css('dd')
const segment = (group: string, label: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true })
const connection = monitor.getByRole('status')

const REAL_TIME = '/trades?view=real-time'

beforeEach(() => void signInAs('trader'))
afterEach(() => page.viewport(1280, 800))

function feedTrade(change: object): api.FeedTrade {
  return { ...recorded(api.listOwnTrades)[0]!, created_at: '2026-11-13T04:15:07.000Z', ...change }
}

function sampleAnalytics(): api.Analytics {
  const { recentTrades, overview } = recorded(api.readAnalytics)
  const trade = { symbol: 'TCS-EQ', orderType: 'SELL', quantity: 5, price: 3500, pnl: -1, mode: 'live' } as const
  const totals = { totalTrades: 10, totalPnl: 750.25, avgTradePnl: 150.05, maxDrawdown: 450.25 }
  return {
    pnlData: [
      { date: '2026-11-12', pnl: 1200.5, cumulative: 1200.5 },
      { date: '2026-11-13', pnl: -450.25, cumulative: 750.25 },
    ],
    volumeData: [{ date: '2026-11-12', trades: 6 }],
    successRateData: [{ date: '2026-11-12', successRate: 66.67 }],
    tradeDistribution: { profitable: 3, losing: 1, breakeven: 1 },
    performanceMetrics: { ...totals, sharpeRatio: 1.5, winRate: 60 },
    recentTrades: [{ ...recentTrades[0]!, ...trade, timestamp: '2026-11-13T04:15:00.000Z' }],
    overview,
  }
}

test('TA-01 TA-02 TA-12 the page shows heading, subtitle, the live badge and three tabs, the analytics view without a tab, and leaving a tab discards its charts', async () => {
  await visit('/trades')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Trade Analytics' })).toBeVisible()
  const subtitle = 'Comprehensive analysis of your trading performance and bot activities'
  await expectTexts(page.getByRole('main'), subtitle, 'Live Analytics')
  await expect.poll(() => texts(tabs)).toEqual(['Overview', 'Performance', 'Real-Time'])
  await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await button('Detailed analytics').click()
  await expect.element(analytics).toBeVisible()
  expect(window.location.search).toBe('?view=analytics')
  await expect.poll(() => charts.elements()).toHaveLength(6)
  for (const [name, count] of Object.entries({ 'Real-Time': 0, Performance: 2, Overview: 1 })) {
    await tab(name).click()
    await expect.poll(() => charts.elements()).toHaveLength(count)
  }
  await expect.element(analytics).not.toBeInTheDocument()
})

test('TA-02 TA-06 TA-10 an administrator sees the same screen at two paths, with its tabs even without any bot or trade, and the trades of all users', async () => {
  signInAs('admin')
  await visit('/admin/analytics')
  await expect.element(analytics).toBeVisible()
  answer(readBotStats, { ...recorded(readBotStats), total_trades: 0 })
  answer(listBots, { data: [] })
  await visit('/admin/trades')
  await expectTexts(
    page.getByRole('alert').filter({ hasText: 'No trading activity in the system' }),
    'There are currently no bots or trades in the system. Analytics will appear here once users start creating bots and making trades.',
  )
  await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  expect(tabs.elements()).toHaveLength(3)
  await tab('Real-Time').click()
  await expect.element(feed.first()).toHaveTextContent('@')
  expect(sentTo(api.listAllTrades)).not.toEqual([])
  expect(sentTo(api.listOwnTrades)).toEqual([])
})

test('TA-03 TA-13 without trades, and with stats that cannot be loaded, the page shows zeros and links to the next step', async () => {
  refuse(readBotStats, 500)
  await visit('/trades')
  await expect.element(page.getByText('No trading activity yet')).toBeVisible()
  answer(readBotStats, { ...recorded(readBotStats), total_trades: 0 })
  await visit('/trades')
  await expectStats({ 'Total Trades': '0', 'Total P&L': '₹0.00', 'Success Rate': '0%' })
  await expect.element(page.getByRole('heading', { name: 'No trading activity yet' })).toBeVisible()
  const steps = page.getByRole('list', { name: 'How to start' })
  await expectTexts(steps, /Subscribe to a plan.*Configure your bot.*Monitor performance/)
  expect(tabs.elements()).toEqual([])
  await page.getByRole('link', { name: 'Start Trading' }).click()
  await expectPath('/subscriptions')
})

test('TA-04 TA-16 the overview shows all-time figures from the call without days; a total of zero counts as a gain', async () => {
  const found = recorded(api.readAnalytics)
  const { overview } = found
  answer(api.readAnalytics, { ...found, overview: { ...overview, totalPnL: -12.5 } })
  await visit('/trades')
  await expectStats({
    'Total Trades': `Total Trades${overview.totalTrades.toLocaleString('en-IN')}All time trades`,
    'Total Bots': 'Total Bots3Active trading bots',
    'Running Bots': 'Running Bots3Currently active',
    'Total P&L': 'Net profit/loss',
    'Success Rate': `Success Rate${overview.successRate}%Win rate`,
  })
  await expect.element(stat('Total P&L').css('[data-profit="loss"]')).toHaveTextContent('−₹12.50')
  expect([...sentTo(api.readAnalytics)[0]!.query]).toEqual([])
  answer(api.readAnalytics, { ...found, overview: { ...overview, totalPnL: 0 } })
  await visit('/trades')
  await expect.element(stat('Total P&L').css('[data-profit="gain"]')).toHaveTextContent('₹0.00')
})

const RADAR = ['Win Rate60.0', 'Avg P&L1.5', 'Sharpe Ratio30.0', 'Max Drawdown55.0', 'Trade Frequency1.0']

test('TA-08 TA-14 the analytics view shows periods, cards, five charts, the equity curve and the newest trades', async () => {
  answer(api.readAnalytics, sampleAnalytics())
  await visit('/analytics')
  await expectStats({ 'Total P&L': '+₹750.25', 'Total Trades': '10', 'Win Rate': '60%', 'Sharpe Ratio': '1.50' })
  const periods = () => sentTo(api.readAnalytics).map(({ query }) => query.get('days'))
  expect(new Set(periods())).toEqual(new Set(['7d']))
  await expect.poll(() => charts.elements()).toHaveLength(6)
  // A chart is drawn once it is scrolled to.
  const isDrawn = (at: number) => (charts.elements()[at] as HTMLCanvasElement).style.display === 'block'
  expect(isDrawn(0)).toBe(false)
  charts.elements()[0]!.scrollIntoView()
  await expect.poll(() => isDrawn(0)).toBe(true)
  expect(isDrawn(5)).toBe(false)
  charts.elements()[5]!.scrollIntoView()
  await expect.poll(() => isDrawn(5)).toBe(true)
  for (const [chart, rows] of [
    ['P&L Analysis', ['2026-11-12+₹1,200.50+₹1,200.50', '2026-11-13−₹450.25+₹750.25']],
    ['Trade Volume', ['2026-11-126']],
    ['Success Rate Trend', ['2026-11-1266.67%']],
    ['Equity and Drawdown', ['2026-11-12+₹1,200.50₹0.00', '2026-11-13+₹750.25−₹450.25']],
    ['Trade Distribution', ['Profitable3 (60%)', 'Losing1 (20%)', 'Breakeven1 (20%)']],
    ['Performance Overview', RADAR],
  ] as const)
    expect(texts(valuesOf(chart))).toEqual(rows)
  await expect.element(analytics).toHaveTextContent('Deepest drawdown ₹450.25, on 13 Nov')
  await expect.element(figure('Losing')).toHaveTextContent('1 (20%)')
  await expect.element(figure('Avg P&L')).toHaveTextContent('+₹150.05')
  await expect.element(figure('Max Drawdown')).toHaveTextContent('₹450.25')
  const titles = texts(page.getByRole('table', { name: 'Recent Trades' }).getByRole('columnheader'))
  expect(titles).toEqual(['Symbol', 'Type', 'Quantity', 'Price', 'P&L', 'Status', 'Time'])
  expect(texts(rowsOf('Recent Trades'))).toEqual(['TCS-EQLiveSELL5₹3,500.00−₹1.00Executed13 Nov 2026, 09:45'])
  for (const [label, days] of Object.entries({ '30 days': '30d', '90 days': '90d', '1 year': '1y' })) {
    await segment('Period', label).click()
    await expect.poll(() => periods().at(-1)).toBe(days)
  }
})

test('TA-09 after a failed load the message stays above zeros and empty lists', async () => {
  refuse(api.readAnalytics, 500)
  for (const path of ['/trades', '/analytics']) {
    await visit(path)
    const message = page.getByRole('alert').filter({ hasText: 'Failed to load analytics data' })
    await expect.element(message).toBeVisible()
    await expectStats({ 'Total P&L': '₹0.00', 'Total Trades': '0' })
    await expect.element(page.getByText('No trades found')).toBeVisible()
    await expect.element(message).toBeVisible()
  }
})

test('TA-05 TA-15 performance draws the first bot by four metrics, without a bot picker; a metric fetches again after 100 ms, not before', async () => {
  await visit('/trades')
  await tab('Performance').click()
  const [bot] = recorded(listBots).data
  await expect.element(page.getByRole('heading', { name: bot!.name })).toBeVisible()
  const { dates } = recorded({ ...api.readBotPerformance, path: `/bots/${bot!.id}/performance/` })
  await expect.element(valuesOf('Performance: P&L').first()).toHaveTextContent(dates[0]!)
  expect(page.getByRole('combobox').elements()).toEqual([])
  const requests = () => sentTo({ ...api.readBotPerformance, path: `/bots/${bot!.id}/performance/` }).length
  const first = requests()
  stopClock()
  for (const [at, metric] of ['Trades', 'Success Rate', 'Volume'].entries()) {
    await segment('Metric', metric).click()
    await soon(() => expect(texts(valuesOf(`Performance: ${metric}`))[0]).toMatch(/\d/))
    expect(requests()).toBe(first + at)
    await vi.advanceTimersByTimeAsync(100)
    await expect.poll(requests).toBe(first + at + 1)
  }
})

test('a chart that came into view while the page was busy is drawn', async () => {
  const seen = [{ isIntersecting: false }, { isIntersecting: true }] as IntersectionObserverEntry[]
  const { IntersectionObserver: own } = window
  onTestFinished(() => void (window.IntersectionObserver = own))
  window.IntersectionObserver = class {
    readonly #told: (entries: IntersectionObserverEntry[]) => void
    constructor(told: (entries: IntersectionObserverEntry[]) => void) {
      this.#told = told
    }
    observe = () => queueMicrotask(() => this.#told(seen))
    disconnect = () => {}
  } as unknown as typeof IntersectionObserver
  answer(api.readAnalytics, sampleAnalytics())
  await visit('/analytics')
  const isDrawn = (chart: Element) => (chart as HTMLCanvasElement).style.display === 'block'
  await expect.poll(() => charts.elements().filter(isDrawn)).toHaveLength(6)
})

test('TA-05 TA-13 TA-15 a failed load and missing lists show different messages, a bot list that cannot be loaded none', async () => {
  refuse(api.readBotPerformance, 500)
  await visit('/trades?view=performance')
  await expect.element(page.getByText('Failed to load performance data')).toBeVisible()
  const overview = { total_pnl: 0, total_trades: 0, success_rate: 0, avg_interval_minutes: null }
  given(api.readBotPerformance, () => ({ status: 200, body: { overview } }))
  await button('Try again').click()
  await expect.element(page.getByText('No performance data available')).toBeVisible()
  refuse(listBots, 500)
  await visit('/trades?view=performance')
  await expect.element(page.getByText('No performance data available')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('TA-06 the monitor loads the user’s trades, then polls every 10 seconds; a failed poll shows an error and keeps the trades', async () => {
  cutStream(true)
  const { held, release } = hold()
  answer(api.listOwnTrades, [], { held, totals: { total: 0 } })
  startClock()
  await visit(REAL_TIME)
  await expect.element(page.getByTestId('monitor-loading')).toBeVisible()
  release()
  await expect.element(page.getByText('No trades found')).toBeVisible()
  await expect.element(page.getByText('Trades will appear here when bots execute orders')).toBeVisible()
  const poll = async () => {
    const before = sentTo(api.listOwnTrades).length
    await vi.advanceTimersByTimeAsync(9_000)
    expect(sentTo(api.listOwnTrades)).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.poll(() => sentTo(api.listOwnTrades)).toHaveLength(before + 1)
  }
  answer(api.listOwnTrades, [feedTrade({})], { totals: { total: 1 } })
  await poll()
  await expect.poll(() => feed.elements()).toHaveLength(1)
  await expect.element(connection).toHaveTextContent('Connected')
  refuse(api.listOwnTrades, 500)
  await poll()
  await expect.element(monitor.getByRole('alert')).toHaveTextContent('Failed to fetch trade data')
  await expect.element(connection).toHaveTextContent('Disconnected')
  expect(feed.elements()).toHaveLength(1)
  answer(api.listOwnTrades, [feedTrade({})], { totals: { total: 1 } })
  await poll()
  await expect.element(connection).toHaveTextContent(/^Connected/)
})

test('TA-07 market status and system health show the server’s state, and an unknown one is not shown as healthy', async () => {
  await visit(REAL_TIME)
  await expectTexts(market, 'StatusOpen', '09:15 - 15:30 IST', 'Last update00:23:17 IST')
  await expectTexts(health, 'API ConnectionConnected', 'DatabaseHealthy', 'Bot SchedulerActive')
  const closed = { is_open: false, is_simulated: false, note: 'The market has closed for the day.', closes_at: null }
  answer(api.readTradingStatus, { ...recorded(api.readTradingStatus), market: closed, scheduler: 'stopped' })
  await visit(REAL_TIME)
  await expectTexts(market, 'StatusClosed', closed.note)
  await expectTexts(health, 'Bot SchedulerStopped')
  refuse(api.readTradingStatus, 500)
  await visit(REAL_TIME)
  await expectTexts(health, 'API ConnectionDisconnected', 'DatabaseUnknown')
  await expectTexts(market, 'StatusUnknown')
})

test('TA-11 each status has its colour, and an invalid date says so', async () => {
  // A newer server may know a status that this page does not.
  const rows = [
    feedTrade({ id: '1', status: 'executed', created_at: 'nonsense' }),
    feedTrade({ id: '2', status: 'pending', created_at: null }),
    feedTrade({ id: '3', status: 'cancelled' }),
    feedTrade({ id: '4', status: 'dreamt' }),
  ]
  given(api.listOwnTrades, () => ({ status: 200, body: rows }))
  await visit(REAL_TIME)
  const colours = { executed: 'green', pending: 'yellow', cancelled: 'red', dreamt: 'gray' }
  for (const [status, colour] of Object.entries(colours))
    await expect.element(monitor.css(`[data-status="${status}"]`)).toHaveAttribute('data-colour', colour)
  for (const [at, text] of ['Invalid Date', 'N/A', '13 Nov 2026, 09:45'].entries())
    await expect.element(feed.nth(at)).toHaveTextContent(text)
})

const asked = () => Object.fromEntries(sentTo(api.listOwnTrades).at(-1)!.query)

test('TA-06 a pushed change is loaded at once; trades are paged, narrowed, searched, sorted and downloaded as shown; the address keeps it, leaving the tab forgets it', async () => {
  given(api.exportTrades, () => ({ status: 200, body: 'id\r\n1\r\n' }))
  answer(listSymbols, [])
  const files = catchDownloads()
  await visit(REAL_TIME)
  const pages = page.getByRole('navigation', { name: 'Pages of trades' })
  await expect.element(pages).toHaveTextContent('1–25 of 1,896')
  const before = sentTo(api.listOwnTrades).length
  publish({ event: 'order', data: orderOf(2) })
  await expect.poll(() => sentTo(api.listOwnTrades)).toHaveLength(before + 1)
  expect(feed.elements()).toHaveLength(25)
  await button('Page 3', pages).click()
  await expect.poll(asked).toMatchObject({ limit: '25', page: '3' })
  await visit(window.location.pathname + window.location.search)
  await expect.element(pages).toHaveTextContent('51–75 of')
  await button('Filters', monitor).click()
  await choose('Side', 'Sell')
  await choose('Reason', 'Square-off')
  await fill({ From: '2026-11-01' }, monitor)
  await expect.element(button('Filters (3)', monitor)).toBeVisible()
  await expect.poll(asked).toMatchObject({ side: 'SELL', purpose: 'square_off', from: '2026-11-01' })
  await button('Download CSV', monitor).click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['trades.csv'])
  expect(sentTo(api.exportTrades)[0]?.query.get('purpose')).toBe('square_off')
  answer(api.listOwnTrades, [], { totals: { total: 0 } })
  await monitor.getByRole('searchbox', { name: 'Search' }).fill('itc')
  await expect.element(monitor.getByText('No trade matches. Change the filters to see others.')).toBeVisible()
  await expect.poll(asked).toMatchObject({ search: 'itc' })
  answer(api.listOwnTrades, recorded(api.listOwnTrades), { totals: { total: 25 } })
  await button('Clear filters', monitor).click()
  await expect.poll(() => feed.elements()).toHaveLength(25)
  const title = page.getByRole('columnheader', { name: 'P&L' })
  for (const [order, direction] of Object.entries({ desc: 'descending', asc: 'ascending' })) {
    await button(/^P&L/, title).click()
    await expect.element(title).toHaveAttribute('aria-sort', direction)
    await expect.poll(asked).toMatchObject({ sort: 'pnl', order })
  }
  expect(window.location.search).toContain('sort=pnl')
  await tab('Overview').click()
  await expect.poll(() => window.location.search).not.toContain('sort=')
})

test('on a phone a trade takes two lines, and nothing is wider than the screen', async () => {
  await page.viewport(360, 780)
  answer(api.readTrade, tradeDetailOf())
  answer(api.listOwnTrades, recorded(api.listOwnTrades), { totals: { total: 25 } })
  answer(readCandles, candlesOf())
  await visit(REAL_TIME)
  const rows = monitor.getByRole('list', { name: 'Real-time trades' }).getByRole('listitem')
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements()).toHaveLength(25)
  expect(rows.first().element().getBoundingClientRect().height).toBeLessThan(72)
  await rows.first().getByRole('button').click()
  await expect.element(drawer.getByTestId('candle-values')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

test('TA-08 trades and the tax statement are exported', async () => {
  for (const spec of [api.exportTrades, api.exportTaxPdf, api.exportTaxCsv])
    given(spec, () => ({ status: 200, body: 'file' }))
  const files = catchDownloads()
  await visit('/trades')
  await button('Export').click()
  await fill({ From: '2026-11-10', To: '2026-11-01' }, dialog)
  await expect.element(dialog).toHaveTextContent('The last day is before the first')
  await fill({ To: '2026-11-13' }, dialog)
  await button('Download trades (CSV)', dialog).click()
  await dialog.getByText('Paper', { exact: true }).click()
  for (const kind of ['PDF', 'CSV']) await button(`Download ${kind}`, dialog).click()
  const saved = ['trades.csv', 'intraday-paper-2026-27.pdf', 'intraday-paper-2026-27.csv']
  await expect.poll(() => files.map(({ name }) => name)).toEqual(saved)
  expect(Object.fromEntries(sentTo(api.exportTrades)[0]!.query)).toEqual({ from: '2026-11-10', to: '2026-11-13' })
  for (const spec of [api.exportTaxPdf, api.exportTaxCsv])
    expect(Object.fromEntries(sentTo(spec)[0]!.query)).toEqual({ year: '2026-27', mode: 'paper' })
})

/** Opens the newest round trip and returns its chart. */
async function openChart() {
  answer(api.readTrade, tradeDetailOf())
  await visit('/trades')
  await rowsOf('Recent Trades').first().getByRole('button').click()
  const chart = drawer.getByRole('region', { name: /^Chart of / })
  await expect.element(chart).toBeVisible()
  return chart
}

test('TA-08 a trade shows its orders, fills, charges and version, and the candles around it; missing prices are named', async () => {
  const sentence = 'The prices of this day are not stored.'
  const unknown = [{ day: '2026-11-13', sentence }]
  refuse(readCandles, 500)
  const chart = await openChart()
  await expectTexts(drawer, 'Round trip, net', /Bot version.*version 3/)
  const entry = drawer.getByRole('article', { name: /^Entry/ })
  await expectTexts(entry, /Fill .*at ₹/, 'Reason')
  await expectTexts(entry.getByRole('region', { name: 'Charges' }), /Brokerage₹20.00.*GST₹4.07.*Total₹29.07/)
  await expectTexts(chart, 'This could not be loaded')
  answer(readCandles, candlesOf({ bars: [], unknown }))
  await button('Try again', chart).click()
  await expectTexts(chart, 'No prices to draw', sentence)
  answer(readCandles, candlesOf({ unknown }))
  await chart.getByText('1h', { exact: true }).click()
  await expect.element(chart.getByRole('figure', { name: /-EQ, candles of 1 hour$/ })).toBeVisible()
  expect(sentTo(readCandles).at(-1)?.query.get('interval')).toBe('1h')
  await expect.element(chart.getByRole('note')).toHaveTextContent(`13 Nov 2026: ${sentence}`)
  const values = '18 Nov 2026, 00:20Open ₹1,113.45High ₹1,113.75Low ₹1,113.25Close ₹1,113.50'
  await expectTexts(chart.getByTestId('candle-values'), values)
  await expectTexts(chart, 'Average ₹1,508.60Stop ₹1,502.50Target ₹1,514.70')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('the candle under way changes while the chart is open', async () => {
  const { bars } = candlesOf()
  const closing = (close: number): Candles =>
    candlesOf({ is_live: true, bars: [['2026-11-17T18:50:00.000Z', 1113.45, 1120, 1113.25, close, 0]] })
  let live = closing(1113.5)
  answer(readCandles, ({ query }) => (query.has('since') ? live : candlesOf({ is_live: true, bars })))
  startClock()
  const chart = await openChart()
  await expect.element(chart.getByTestId('candle-values')).toHaveTextContent('Close ₹1,113.50')
  live = closing(1117.25)
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.element(chart.getByTestId('candle-values')).toHaveTextContent('Close ₹1,117.25')
})
