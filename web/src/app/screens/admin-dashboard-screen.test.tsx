import { type OperationsStrip, readOperationsStrip } from '@trading-bot/contract/rest/operations/strip'
import { type AdminDashboard, readAdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, hold, recorded, refuse } from '../../testing/answers.ts'
import { button, expectStats, expectTexts, rowsOf } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const card = (title: string) => page.getByRole('region', { name: title, exact: true })
const refresh = button('Refresh')
const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
const spinner = page.getByRole('status', { name: 'Loading the overview' })
const failure = page.getByRole('alert').filter({ hasText: 'Error loading dashboard data' })
const strip = page.getByRole('region', { name: 'Operations', exact: true })

function show(change: Partial<AdminDashboard>) {
  answer(readAdminDashboard, { ...recorded(readAdminDashboard), ...change })
}

beforeEach(() => signInAs('admin'))

test('DB-03 DB-04 DB-05 DB-06 DB-07 DB-09 after a spinner come the cards, P&L in its colour, the trends of thirty days and five links; Refresh rests while loading', async () => {
  const { users, trading, trends } = recorded(readAdminDashboard)
  const first = hold()
  const shown = { ...recorded(readAdminDashboard), users: { ...users, total: 12345, new_today: 7 } }
  answer(readAdminDashboard, shown, first)
  await visit('/admin')
  await expect.element(spinner.css('.mantine-Loader-root')).toBeVisible()
  await expect.element(card('Users')).not.toBeInTheDocument()
  first.release()
  await expectTexts(card('Users'), 'Total users12,345New today7Verification rate100%')
  await expect.element(spinner).not.toBeInTheDocument()
  await expect.element(heading('Admin Dashboard')).toBeVisible()
  await expect.element(page.getByText('Real-time system overview and analytics')).toBeVisible()
  await expectTexts(card('Bots'), 'Total bots3Active bots3Success rate25.69%')
  await expectTexts(card('Trading'), "Trades today6Today's P&L−₹192.39Average P&L per trade−₹111.29")
  await expectTexts(card('Subscriptions'), 'Active subscriptions1Total revenue₹999.00Active bot plans9')
  const past = trends.daily_pnl.find(({ pnl }) => pnl !== 0)!
  const choose = (label: string) => page.getByRole('radiogroup', { name: 'Trend' }).getByText(label, { exact: true })
  const values = (label: string) => rowsOf(`${label}, last 30 days: values`)
  await expect.poll(() => values('Trades').elements()).toHaveLength(30)
  await choose('P&L').click()
  await expect.element(values('P&L').filter({ hasText: past.date })).toHaveTextContent(formatRupees(past.pnl))
  await choose('New users').click()
  await expect.poll(() => values('New users').elements()).toHaveLength(30)
  const again = hold()
  answer(readAdminDashboard, shown, again)
  await refresh.click()
  await expect.element(refresh).toBeDisabled()
  await expect.element(card('Users')).toBeVisible()
  again.release()
  for (const [today, kind, text] of [
    [12.5, 'gain', '+₹12.50'],
    [-12.5, 'loss', '−₹12.50'],
    [0, 'none', '₹0.00'],
  ] as const) {
    await expect.element(refresh).toBeEnabled()
    show({ trading: { ...trading, total_pnl_today: today } })
    await refresh.click()
    await expect.element(card('Trading').css('[data-profit]').first()).toHaveTextContent(text)
    await expect.element(card('Trading').css('[data-profit]').first()).toHaveAttribute('data-profit', kind)
  }
  expect(links.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Bot ManagementCreate and manage all trading bots', '/admin/bots'],
    ['Pricing ManagementManage bot subscription plans', '/admin/pricing'],
    ['Symbol ManagementManage trading symbols and tokens', '/admin/symbol-management'],
    ['System LogsView system logs and recent activity', '/admin/logs'],
    ['EC2 ManagementMonitor and manage EC2 instances', '/admin/ec2'],
  ])
  await links.nth(3).click()
  await expectPath('/admin/logs')
})

test('DB-06 DB-08 DB-09 without the overview the page shows an error and the plain dashboard with zeros', async () => {
  refuse(readAdminDashboard, 500)
  await visit('/admin')
  await expect.element(heading('Dashboard')).toBeVisible()
  await expect.element(heading('Admin Dashboard')).not.toBeInTheDocument()
  await expect.element(failure).toHaveTextContent('Server error. Please try again later.')
  await expect.element(toast('Failed to load dashboard data')).toBeVisible()
  await expectStats({ 'Total Bots': '0', 'Active Bots': '0', 'Total Trades': '0', 'Total P&L': '₹0.00' })
  show({})
  await refresh.click()
  await expect.element(heading('Admin Dashboard')).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})

const NONE = { positions: 0, accounts: 0, gross: 0, net: 0 }
const WELL: OperationsStrip = {
  switches: { count: 0, is_platform_paused: false, paused_by: [] },
  failed_bots: { count: 0, strategies: [] },
  refunds: { count: 0, amount: 0 },
  unknown_orders: { live: 0, paper: 0 },
  feed: { is_up: true },
  engine: { is_running: true },
  exposure: { live: NONE, paper: { positions: 3, accounts: 2, gross: 512_345.5, net: -12_000 } },
  calendar: { is_open: true, is_simulated: false, note: '', alerts: [] },
}

test('the operations strip says in one line that all is well, or names what needs the operator and leads to its screen; unknown is not zero', async () => {
  answer(readOperationsStrip, WELL)
  await visit('/admin')
  await expectTexts(strip, 'All well', 'Live: nothing open')
  expect(strip.getByRole('list').elements()).toEqual([])
  await expectTexts(strip, 'Paper: ₹5,12,345.50 open in 2 accounts, net −₹12,000.00')
  await expect.element(strip.getByRole('link', { name: 'Market open' })).toHaveAttribute('href', '/admin/calendar')
  answer(readOperationsStrip, {
    switches: { count: 2, is_platform_paused: false, paused_by: [] },
    failed_bots: { count: 12, strategies: ['EMA Bot', 'My breakout'] },
    refunds: { count: 3, amount: 1_998.5 },
    unknown_orders: { live: 1, paper: 0 },
    feed: { is_up: false },
    engine: { is_running: false },
    exposure: null,
    calendar: null,
  })
  await visit('/admin')
  const link = (name: RegExp) => strip.getByRole('link', { name })
  for (const [name, to] of [
    [/^2 kill switches on/, '/admin/bots'],
    [/^12 bots in error/, '/admin/user-bots?status=error'],
    [/^3 refund requests.*₹1,998.50 in all/, '/admin/refunds'],
    [/^1 order with unknown outcome/, '/admin/trades?view=real-time&status=pending'],
    [/^The price feed is down/, '/admin/settings'],
    [/^No engine is running/, '/admin/ec2'],
    [/^Exposure: unknown/, '/admin/user-bots'],
    [/^Market calendar: unknown/, '/admin/calendar'],
  ] as const)
    await expect.element(link(name)).toHaveAttribute('href', to)
  await expect.element(strip).not.toHaveTextContent('All well')
  const paused_by = [{ reason: 'Maintenance: New disks', until: '2026-11-16T06:00:00.000Z' }]
  answer(readOperationsStrip, { ...WELL, switches: { count: 0, is_platform_paused: true, paused_by } })
  await visit('/admin')
  await expectTexts(strip, 'New trades are paused', 'Maintenance: New disks, until 16 Nov 2026, 11:30')
  await expect.element(strip.getByRole('button', { name: /Pause/ })).not.toBeInTheDocument()
  answer(readOperationsStrip, { ...WELL, failed_bots: { count: 12, strategies: ['EMA Bot'] } })
  await visit('/admin')
  await link(/^12 bots in error/).click()
  await expect.element(heading('User Bots')).toBeVisible()
})
