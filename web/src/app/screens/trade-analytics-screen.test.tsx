import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import {
  type Analytics,
  exportTaxCsv,
  exportTaxPdf,
  exportTrades,
  type FeedTrade,
  listAllTrades,
  listOwnTrades,
  readAnalytics,
  readBotPerformance,
  readTrade,
  readTradingStatus,
} from '@trading-bot/contract/rest/trading/analytics'
import { listBots, readBotStats } from '@trading-bot/contract/rest/trading/bots'
import { type Candles, readCandles } from '@trading-bot/contract/rest/trading/candles'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, cutStream, given, hold, publish, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { soon, startClock, stopClock } from '../../testing/clock.ts'
import { button, choose, dialog, rowsOf, stat } from '../../testing/controls.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'
import { candlesOf, id, orderOf, texts, tradeDetailOf } from '../../testing/trading.ts'

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

function feedTrade(change: object): FeedTrade {
  return { ...recorded(listOwnTrades)[0]!, created_at: '2026-11-13T04:15:07.000Z', ...change }
}

function sampleAnalytics(): Analytics {
  const [recent] = recorded(readAnalytics).recentTrades
  return {
    pnlData: [
      { date: '2026-11-12', pnl: 1200.5, cumulative: 1200.5 },
      { date: '2026-11-13', pnl: -450.25, cumulative: 750.25 },
    ],
    volumeData: [
      { date: '2026-11-12', trades: 6 },
      { date: '2026-11-13', trades: 4 },
    ],
    successRateData: [
      { date: '2026-11-12', successRate: 66.67 },
      { date: '2026-11-13', successRate: 50 },
    ],
    tradeDistribution: { profitable: 3, losing: 1, breakeven: 1 },
    performanceMetrics: {
      totalTrades: 10,
      totalPnl: 750.25,
      avgTradePnl: 150.05,
      maxDrawdown: 450.25,
      sharpeRatio: 1.5,
      winRate: 60,
    },
    recentTrades: [
      {
        ...recent!,
        symbol: 'TCS-EQ',
        orderType: 'SELL',
        quantity: 5,
        price: 3500,
        pnl: -1,
        mode: 'live',
        timestamp: '2026-11-13T04:15:00.000Z',
      },
    ],
    overview: recorded(readAnalytics).overview,
  }
}

test('TA-01 TA-02 the page shows heading, subtitle, the live badge and three tabs, and the analytics view without a tab', async () => {
  await visit('/trades')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Trade Analytics' })).toBeVisible()
  await expect
    .element(page.getByText('Comprehensive analysis of your trading performance and bot activities'))
    .toBeVisible()
  await expect.element(page.getByText('Live Analytics')).toBeVisible()
  await expect.poll(() => texts(tabs)).toEqual(['Overview', 'Performance', 'Real-Time'])
  await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await button('Detailed analytics').click()
  await expect.element(analytics).toBeVisible()
  expect(window.location.search).toBe('?view=analytics')
  await tab('Overview').click()
  await expect.element(analytics).not.toBeInTheDocument()
  await visit('/analytics')
  await expect.element(analytics).toBeVisible()
  expect(tabs.elements()).toHaveLength(3)
})

test('TA-02 an administrator sees the same screen at two paths, with its tabs even without any trade', async () => {
  signInAs('admin')
  await visit('/admin/analytics')
  await expect.element(analytics).toBeVisible()
  answer(readBotStats, { ...recorded(readBotStats), total_trades: 0 })
  await visit('/admin/trades')
  await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  expect(tabs.elements()).toHaveLength(3)
})

test('TA-03 without trades the page shows zeros and links to the next step', async () => {
  answer(readBotStats, { ...recorded(readBotStats), total_trades: 0 })
  await visit('/trades')
  await expect.element(stat('Total Trades')).toHaveTextContent('0')
  await expect.element(stat('Total P&L')).toHaveTextContent('₹0.00')
  await expect.element(stat('Success Rate')).toHaveTextContent('0%')
  await expect.element(page.getByRole('heading', { name: 'No trading activity yet' })).toBeVisible()
  const steps = texts(page.getByRole('list', { name: 'How to start' }).getByRole('listitem'))
  expect(steps).toEqual(
    ['Subscribe to a plan', 'Configure your bot', 'Monitor performance'].map((step) => expect.stringContaining(step)),
  )
  expect(tabs.elements()).toEqual([])
  await page.getByRole('link', { name: 'Start Trading' }).click()
  await expectPath('/subscriptions')
})

test('TA-04 TA-16 the overview shows all-time figures from the call without days', async () => {
  await visit('/trades')
  const { overview } = recorded(readAnalytics)
  for (const [label, text] of [
    ['Total Trades', `Total Trades${overview.totalTrades.toLocaleString('en-IN')}All time trades`],
    ['Total Bots', 'Total Bots3Active trading bots'],
    ['Running Bots', 'Running Bots3Currently active'],
    ['Total P&L', 'Net profit/loss'],
    ['Success Rate', `Success Rate${overview.successRate}%Win rate`],
  ] as const)
    await expect.element(stat(label)).toHaveTextContent(text)
  expect([...sentTo(readAnalytics)[0]!.query]).toEqual([])
})

test.for([
  [1234567.891, 'gain', '+₹12,34,567.89'],
  [0, 'gain', '₹0.00'],
  [-12.5, 'loss', '−₹12.50'],
] as const)('TA-04 a total of %d is shown as %s', async ([totalPnL, kind, text]) => {
  const found = recorded(readAnalytics)
  answer(readAnalytics, { ...found, overview: { ...found.overview, totalPnL } })
  await visit('/trades')
  await expect.element(stat('Total P&L').css(`[data-profit="${kind}"]`)).toHaveTextContent(text)
})

test('TA-08 TA-14 the analytics view shows periods, cards, five charts, the equity curve and the newest trades', async () => {
  answer(readAnalytics, sampleAnalytics())
  await visit('/analytics')
  for (const [label, text] of [
    ['Total P&L', '+₹750.25'],
    ['Total Trades', '10'],
    ['Win Rate', '60%'],
    ['Sharpe Ratio', '1.50'],
  ] as const)
    await expect.element(stat(label)).toHaveTextContent(text)
  const periods = () => sentTo(readAnalytics).map(({ query }) => query.get('days'))
  expect(new Set(periods())).toEqual(new Set(['7d']))
  await expect.poll(() => charts.elements()).toHaveLength(6)
  for (const [chart, rows] of [
    ['P&L Analysis', ['2026-11-12+₹1,200.50+₹1,200.50', '2026-11-13−₹450.25+₹750.25']],
    ['Trade Volume', ['2026-11-126', '2026-11-134']],
    ['Success Rate Trend', ['2026-11-1266.67%', '2026-11-1350%']],
    ['Equity and Drawdown', ['2026-11-12+₹1,200.50₹0.00', '2026-11-13+₹750.25−₹450.25']],
    ['Trade Distribution', ['Profitable3 (60%)', 'Losing1 (20%)', 'Breakeven1 (20%)']],
    [
      'Performance Overview',
      ['Win Rate60.0', 'Avg P&L1.5', 'Sharpe Ratio30.0', 'Max Drawdown55.0', 'Trade Frequency1.0'],
    ],
  ] as const)
    expect(texts(valuesOf(chart))).toEqual(rows)
  await expect.element(analytics).toHaveTextContent('Deepest drawdown ₹450.25, on 13 Nov')
  await expect.element(figure('Losing')).toHaveTextContent('1 (20%)')
  await expect.element(figure('Avg P&L')).toHaveTextContent('+₹150.05')
  await expect.element(figure('Max Drawdown')).toHaveTextContent('₹450.25')
  const recent = page.getByRole('table', { name: 'Recent Trades' })
  const titles = ['Symbol', 'Type', 'Quantity', 'Price', 'P&L', 'Status', 'Time']
  expect(texts(recent.getByRole('columnheader'))).toEqual(titles)
  expect(texts(rowsOf('Recent Trades'))).toEqual(['TCS-EQLiveSELL5₹3,500.00−₹1.00Executed13 Nov 2026, 09:45'])
  for (const [label, days] of [
    ['30 days', '30d'],
    ['90 days', '90d'],
    ['1 year', '1y'],
  ] as const) {
    await segment('Period', label).click()
    await expect.poll(() => periods().at(-1)).toBe(days)
  }
})

test.for(['/trades', '/analytics'])(
  'TA-09 after a failed load at %s the message stays above zeros and empty lists',
  async (path) => {
    refuse(readAnalytics, 500)
    await visit(path)
    const message = page.getByRole('alert').filter({ hasText: 'Failed to load analytics data' })
    await expect.element(message).toBeVisible()
    await expect.element(stat('Total P&L')).toHaveTextContent('₹0.00')
    await expect.element(stat('Total Trades')).toHaveTextContent('0')
    await expect.element(page.getByText('No trades found')).toBeVisible()
    await expect.element(message).toBeVisible()
  },
)

test('TA-10 without any bot a yellow banner says so', async () => {
  signInAs('admin')
  answer(listBots, { data: [] })
  await visit('/admin/trades')
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'No trading activity in the system' }))
    .toHaveTextContent(
      'There are currently no bots or trades in the system. Analytics will appear here once users start creating bots and making trades.',
    )
})

test('TA-12 leaving a tab discards its charts', async () => {
  await visit('/analytics')
  await expect.poll(() => charts.elements()).toHaveLength(6)
  for (const [name, count] of [
    ['Real-Time', 0],
    ['Performance', 2],
    ['Overview', 1],
  ] as const) {
    await tab(name).click()
    await expect.poll(() => charts.elements()).toHaveLength(count)
  }
})

test('TA-13 stats that cannot be loaded count as no trades', async () => {
  refuse(readBotStats, 500)
  await visit('/trades')
  await expect.element(page.getByText('No trading activity yet')).toBeVisible()
})

test('TA-13 a bot list that cannot be loaded is empty, without a message', async () => {
  refuse(listBots, 500)
  await visit('/trades?view=performance')
  await expect.element(page.getByText('No performance data available')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('TA-05 TA-15 performance draws the first bot by four metrics, without a bot picker; a metric fetches again after 100 ms, not before', async () => {
  await visit('/trades')
  await tab('Performance').click()
  const [bot] = recorded(listBots).data
  await expect.element(page.getByRole('heading', { name: bot!.name })).toBeVisible()
  const { dates } = recorded({ ...readBotPerformance, path: `/bots/${bot!.id}/performance/` })
  await expect.element(valuesOf('Performance: P&L').first()).toHaveTextContent(dates[0]!)
  expect(page.getByRole('combobox').elements()).toEqual([])
  const requests = () => sentTo({ ...readBotPerformance, path: `/bots/${bot!.id}/performance/` }).length
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

test('TA-05 TA-15 a failed load and missing lists show different messages', async () => {
  refuse(readBotPerformance, 500)
  await visit('/trades?view=performance')
  await expect.element(page.getByText('Failed to load performance data')).toBeVisible()
  const overview = { total_pnl: 0, total_trades: 0, success_rate: 0, avg_interval_minutes: null }
  given(readBotPerformance, () => ({ status: 200, body: { overview } }))
  await button('Try again').click()
  await expect.element(page.getByText('No performance data available')).toBeVisible()
})

test('TA-06 the monitor loads the user’s trades, then polls every 10 seconds; a failed poll shows an error and keeps the trades', async () => {
  cutStream(true)
  const { held, release } = hold()
  answer(listOwnTrades, [], { held, totals: { total: 0 } })
  startClock()
  await visit(REAL_TIME)
  await expect.element(page.getByTestId('monitor-loading')).toBeVisible()
  release()
  await expect.element(page.getByText('No trades found')).toBeVisible()
  await expect.element(page.getByText('Trades will appear here when bots execute orders')).toBeVisible()
  const poll = async () => {
    const before = sentTo(listOwnTrades).length
    await vi.advanceTimersByTimeAsync(9_000)
    expect(sentTo(listOwnTrades)).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.poll(() => sentTo(listOwnTrades)).toHaveLength(before + 1)
  }
  answer(listOwnTrades, [feedTrade({})], { totals: { total: 1 } })
  await poll()
  await expect.poll(() => feed.elements()).toHaveLength(1)
  await expect.element(connection).toHaveTextContent('Connected')
  refuse(listOwnTrades, 500)
  await poll()
  await expect.element(monitor.getByRole('alert')).toHaveTextContent('Failed to fetch trade data')
  await expect.element(connection).toHaveTextContent('Disconnected')
  expect(feed.elements()).toHaveLength(1)
  answer(listOwnTrades, [feedTrade({})], { totals: { total: 1 } })
  await poll()
  await expect.element(connection).toHaveTextContent(/^Connected/)
})

test('TA-06 a pushed change is loaded at once, before the next poll', async () => {
  answer(listOwnTrades, [feedTrade({})], { totals: { total: 1 } })
  await visit(REAL_TIME)
  await expect.poll(() => feed.elements()).toHaveLength(1)
  answer(listOwnTrades, [feedTrade({ id: id(2), symbol: 'TCS-EQ' }), feedTrade({})], { totals: { total: 2 } })
  publish({ event: 'order', data: orderOf(2) })
  await expect.poll(() => feed.elements()).toHaveLength(2)
})

test('TA-06 administrators see the trades of all users, with the user of each', async () => {
  signInAs('admin')
  await visit('/admin/trades?view=real-time')
  await expect.element(feed.first()).toHaveTextContent('@')
  expect(sentTo(listAllTrades)).not.toEqual([])
  expect(sentTo(listOwnTrades)).toEqual([])
})

test('TA-07 market status and system health show the server’s state, and an unknown one is not shown as healthy', async () => {
  await visit(REAL_TIME)
  await expect.element(market).toHaveTextContent('StatusOpen')
  await expect.element(market).toHaveTextContent('09:15 - 15:30 IST')
  await expect.element(market).toHaveTextContent('Last update00:23:17 IST')
  for (const text of ['API ConnectionConnected', 'DatabaseHealthy', 'Bot SchedulerActive'])
    await expect.element(health).toHaveTextContent(text)
  const note = 'The market has closed for the day.'
  const closed = { is_open: false, is_simulated: false, note, closes_at: null }
  answer(readTradingStatus, { ...recorded(readTradingStatus), market: closed, scheduler: 'stopped' })
  await visit(REAL_TIME)
  await expect.element(market).toHaveTextContent('StatusClosed')
  await expect.element(market).toHaveTextContent(note)
  await expect.element(health).toHaveTextContent('Bot SchedulerStopped')
  refuse(readTradingStatus, 500)
  await visit(REAL_TIME)
  await expect.element(health).toHaveTextContent('API ConnectionDisconnected')
  await expect.element(health).toHaveTextContent('DatabaseUnknown')
  await expect.element(market).toHaveTextContent('StatusUnknown')
})

test('TA-11 each status has its colour, and an invalid date says so', async () => {
  // A newer server may know a status that this page does not.
  const rows = [
    feedTrade({ id: '1', status: 'executed', created_at: 'nonsense' }),
    feedTrade({ id: '2', status: 'pending', created_at: null }),
    feedTrade({ id: '3', status: 'cancelled' }),
    feedTrade({ id: '4', status: 'dreamt' }),
  ]
  given(listOwnTrades, () => ({ status: 200, body: rows }))
  await visit(REAL_TIME)
  for (const [status, colour] of [
    ['executed', 'brand'],
    ['pending', 'yellow'],
    ['cancelled', 'red'],
    ['dreamt', 'gray'],
  ] as const)
    await expect.element(monitor.css(`[data-status="${status}"]`)).toHaveAttribute('data-colour', colour)
  for (const [at, text] of ['Invalid Date', 'N/A', '13 Nov 2026, 09:45'].entries())
    await expect.element(feed.nth(at)).toHaveTextContent(text)
})

const asked = () => Object.fromEntries(sentTo(listOwnTrades).at(-1)!.query)

test('trades are paged in the URL, a page at a time in the document', async () => {
  await visit(REAL_TIME)
  const pages = page.getByRole('navigation', { name: 'Pages of trades' })
  await expect.element(pages).toHaveTextContent('1–25 of 1,896')
  expect(feed.elements()).toHaveLength(25)
  await button('Page 3', pages).click()
  await expect.element(pages).toHaveTextContent('51–75 of')
  await expect.poll(asked).toMatchObject({ limit: '25', page: '3' })
  await visit(window.location.pathname + window.location.search)
  await expect.element(pages).toHaveTextContent('51–75 of')
})

test('trades are narrowed by side, reason and day, searched and sorted; leaving the tab forgets it', async () => {
  answer(listSymbols, [])
  await visit(REAL_TIME)
  await button('Filters', monitor).click()
  await choose('Side', 'Sell')
  await choose('Reason', 'Square-off')
  await monitor.getByLabelText('From').fill('2026-11-01')
  await expect.element(button('Filters (3)', monitor)).toBeVisible()
  await expect.poll(asked).toMatchObject({ side: 'SELL', purpose: 'square_off', from: '2026-11-01' })
  answer(listOwnTrades, [], { totals: { total: 0 } })
  await monitor.getByRole('searchbox', { name: 'Search' }).fill('itc')
  await expect.element(monitor.getByText('No trade matches. Change the filters to see others.')).toBeVisible()
  await expect.poll(asked).toMatchObject({ search: 'itc' })
  answer(listOwnTrades, recorded(listOwnTrades), { totals: { total: 25 } })
  await button('Clear filters', monitor).click()
  await expect.poll(() => feed.elements()).toHaveLength(25)
  const title = page.getByRole('columnheader', { name: 'P&L' })
  for (const [order, direction] of [
    ['desc', 'descending'],
    ['asc', 'ascending'],
  ] as const) {
    await button(/^P&L/, title).click()
    await expect.element(title).toHaveAttribute('aria-sort', direction)
    await expect.poll(asked).toMatchObject({ sort: 'pnl', order })
  }
  expect(window.location.search).toContain('sort=pnl')
  await tab('Overview').click()
  await expect.poll(() => window.location.search).not.toContain('sort=')
})

test('the CSV is asked for with the filters that are shown', async () => {
  given(exportTrades, () => ({ status: 200, body: 'id\r\n1\r\n' }))
  answer(listSymbols, [])
  const files = catchDownloads()
  await visit(`${REAL_TIME}&reason=target`)
  await button('Download CSV', monitor).click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['trades.csv'])
  expect(sentTo(exportTrades)[0]?.query.get('purpose')).toBe('target')
})

test('on a phone a trade takes two lines, and nothing is wider than the screen', async () => {
  await page.viewport(360, 780)
  answer(readTrade, tradeDetailOf())
  answer(listOwnTrades, recorded(listOwnTrades), { totals: { total: 25 } })
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

test('TA-08 a trade’s details show its orders, fills, itemised charges, inputs and version', async () => {
  answer(readTrade, tradeDetailOf())
  answer(readCandles, candlesOf())
  await visit('/analytics')
  await rowsOf('Recent Trades').first().getByRole('button').click()
  await expect.element(drawer).toHaveTextContent('Round trip, net')
  await expect.element(drawer).toHaveTextContent(/Bot version.*version 3/)
  const entry = drawer.getByRole('article', { name: /^Entry/ })
  await expect.element(entry).toHaveTextContent(/Fill .*at ₹/)
  await expect
    .element(entry.getByRole('region', { name: 'Charges' }))
    .toHaveTextContent(/Brokerage₹20.00.*GST₹4.07.*Total₹29.07/)
  await expect.element(entry).toHaveTextContent('Reason')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('TA-08 trades and the tax statement are exported', async () => {
  for (const spec of [exportTrades, exportTaxPdf, exportTaxCsv]) given(spec, () => ({ status: 200, body: 'file' }))
  const files = catchDownloads()
  await visit('/trades')
  await button('Export').click()
  await dialog.getByLabelText('From').fill('2026-11-10')
  const to = dialog.getByLabelText('To', { exact: true })
  await to.fill('2026-11-01')
  await expect.element(dialog).toHaveTextContent('The last day is before the first')
  await to.fill('2026-11-13')
  await button('Download trades (CSV)', dialog).click()
  await dialog.getByText('Paper', { exact: true }).click()
  await button('Download PDF', dialog).click()
  await button('Download CSV', dialog).click()
  await expect
    .poll(() => files.map(({ name }) => name))
    .toEqual(['trades.csv', 'intraday-paper-2026-27.pdf', 'intraday-paper-2026-27.csv'])
  expect(Object.fromEntries(sentTo(exportTrades)[0]!.query)).toEqual({ from: '2026-11-10', to: '2026-11-13' })
  for (const spec of [exportTaxPdf, exportTaxCsv])
    expect(Object.fromEntries(sentTo(spec)[0]!.query)).toEqual({ year: '2026-27', mode: 'paper' })
})

/** Opens the newest round trip and returns its chart. */
async function openChart() {
  answer(readTrade, tradeDetailOf())
  await visit('/trades')
  await rowsOf('Recent Trades').first().getByRole('button').click()
  const chart = drawer.getByRole('region', { name: /^Chart of / })
  await expect.element(chart).toBeVisible()
  return chart
}

test('a trade shows the candles around it with exact values, levels and a choice of intervals', async () => {
  answer(readCandles, candlesOf())
  const chart = await openChart()
  await expect
    .element(chart.getByTestId('candle-values'))
    .toHaveTextContent('18 Nov 2026, 00:20Open ₹1,113.45High ₹1,113.75Low ₹1,113.25Close ₹1,113.50')
  await expect.element(chart).toHaveTextContent('Average ₹1,508.60Stop ₹1,502.50Target ₹1,514.70')
  await expect.element(chart.getByRole('figure', { name: /-EQ, candles of/ })).toBeVisible()
  await chart.getByText('1h', { exact: true }).click()
  await expect.element(chart.getByRole('figure', { name: /candles of 1 hour$/ })).toBeVisible()
  expect(sentTo(readCandles).at(-1)?.query.get('interval')).toBe('1h')
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

test('prices that could not be read are named, and a failed chart can be tried again', async () => {
  const sentence = 'The prices of this day are not stored.'
  const unknown = [{ day: '2026-11-13', sentence }]
  refuse(readCandles, 500)
  const chart = await openChart()
  await expect.element(chart).toHaveTextContent('This could not be loaded')
  answer(readCandles, candlesOf({ bars: [], unknown }))
  await button('Try again', chart).click()
  await expect.element(chart).toHaveTextContent('No prices to draw')
  await expect.element(chart).toHaveTextContent(sentence)
  answer(readCandles, candlesOf({ unknown }))
  await chart.getByText('1d', { exact: true }).click()
  await expect.element(chart.getByRole('note')).toHaveTextContent(`13 Nov 2026: ${sentence}`)
})
