import { type AdminDashboard, readAdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'
import { changeAnswer } from '../fixtures/change-answer.ts'
import { sendAs } from '../fixtures/money.ts'
import { adminDashboardPage } from '../pages/admin/admin-dashboard-page.ts'
import { expect, hold, json, test, toast } from '../fixtures/test.ts'

const DASHBOARD = '**/api/admin/dashboard/'

test('DB-03 the page has heading and subtitle, and Refresh is disabled while loading', async ({ adminPage: page }) => {
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await expect(dashboard.heading('Admin Dashboard')).toBeVisible()
  await expect(page.getByText('Real-time system overview and analytics')).toBeVisible()
  await expect(dashboard.refresh).toBeEnabled()
  const { held, release } = hold()
  await page.route(DASHBOARD, async (route) => {
    await held
    await route.fallback()
  })
  await dashboard.refresh.click()
  await expect(dashboard.refresh).toBeDisabled()
  await expect(dashboard.card('Users')).toBeVisible()
  release()
  await expect(dashboard.refresh).toBeEnabled()
})

test('DB-04 the cards show the overview', async ({ adminPage: page, admin, request }) => {
  const { users, bots, trading, subscriptions }: AdminDashboard = await sendAs(request, admin, readAdminDashboard, {})
  expect(trading.total_trades).toBeGreaterThan(0)
  const shown = { users: { ...users, total: 12345, new_today: 7 } }
  await changeAnswer<AdminDashboard>(page, DASHBOARD, (body) => ({ ...body, ...shown }))
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await expect(dashboard.card('Users')).toContainText(
    `Total users12,345New today7Verification rate${users.verification_rate}%`,
  )
  await expect(dashboard.card('Bots')).toContainText(`Success rate${bots.success_rate}%`)
  await expect(dashboard.card('Bots')).toContainText(/Total bots\d+Active bots\d+/)
  await expect(dashboard.card('Trading')).toContainText(
    /Trades today[\d,]+Today's P&L[+−]?₹[\d,.]+Average P&L per trade[+−]?₹/,
  )
  await expect(dashboard.card('Subscriptions')).toContainText(/Active subscriptions\d+Total revenue₹[\d,]+\.\d\d/)
  await expect(dashboard.card('Subscriptions')).toContainText(`Active bot plans${subscriptions.bot_plans.active}`)
})

test('DB-04 trends of thirty days are drawn for trades, P&L and users', async ({ adminPage: page, admin, request }) => {
  const { trends }: AdminDashboard = await sendAs(request, admin, readAdminDashboard, {})
  const [past] = trends.daily_pnl.filter(({ pnl }) => pnl !== 0)
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await expect(dashboard.values('Trades').locator('tbody tr')).toHaveCount(30)
  await dashboard.trend('P&L').click()
  await expect(dashboard.values('P&L').getByRole('row', { name: past?.date ?? '' })).toContainText(
    formatRupees(past?.pnl ?? 0),
  )
  await dashboard.trend('New users').click()
  await expect(dashboard.values('New users').locator('tbody tr')).toHaveCount(30)
})

test('DB-05 five cards link to the admin areas', async ({ adminPage: page }) => {
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await expect(dashboard.links).toHaveText([
    /^Bot ManagementCreate and manage all trading bots$/,
    /^Pricing ManagementManage bot subscription plans$/,
    /^Symbol ManagementManage trading symbols and tokens$/,
    /^System LogsView system logs and recent activity$/,
    /^EC2 ManagementMonitor and manage EC2 instances$/,
  ])
  for (const [at, path] of [
    '/admin/bots',
    '/admin/pricing',
    '/admin/symbol-management',
    '/admin/logs',
    '/admin/ec2',
  ].entries()) {
    await dashboard.open()
    await dashboard.links.nth(at).click()
    await expect(page).toHaveURL(path)
  }
})

test('DB-06 DB-09 a spinner is shown until the overview has loaded, then the admin variant', async ({
  adminPage: page,
}) => {
  const { held, release } = hold()
  await page.route(DASHBOARD, async (route) => {
    await held
    await route.fallback()
  })
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await expect(dashboard.spinner.locator('.mantine-Loader-root')).toBeVisible()
  await expect(dashboard.card('Users')).toHaveCount(0)
  release()
  await expect(dashboard.card('Users')).toBeVisible()
  await expect(dashboard.spinner).toHaveCount(0)
})

test('DB-06 DB-08 DB-09 without the overview the page shows an error and the plain dashboard with zeros', async ({
  adminPage: page,
}) => {
  await page.route(DASHBOARD, (route) => route.fulfill(json(500, {})))
  const dashboard = adminDashboardPage(page)
  await dashboard.open()
  await expect(dashboard.heading('Dashboard')).toBeVisible()
  await expect(dashboard.heading('Admin Dashboard')).toHaveCount(0)
  await expect(dashboard.failure).toContainText('Failed to load dashboard data')
  await expect(toast(page, 'Failed to load dashboard data')).toBeVisible()
  for (const label of ['Total Bots', 'Active Bots', 'Total Trades']) {
    await expect(dashboard.stat(label)).toContainText('0')
  }
  await expect(dashboard.stat('Total P&L')).toContainText(formatRupees(0))
  await page.unroute(DASHBOARD)
  await dashboard.refresh.click()
  await expect(dashboard.heading('Admin Dashboard')).toBeVisible()
  await expect(dashboard.failure).toHaveCount(0)
})

test('DB-07 P&L is green above zero, red below, grey at zero', async ({ adminPage: page }) => {
  const dashboard = adminDashboardPage(page)
  for (const [today, kind, text] of [
    [12.5, 'gain', '+₹12.50'],
    [-12.5, 'loss', '−₹12.50'],
    [0, 'none', '₹0.00'],
  ] as const) {
    await page.unroute(DASHBOARD)
    await changeAnswer<AdminDashboard>(page, DASHBOARD, (body) => ({
      ...body,
      trading: { ...body.trading, total_pnl_today: today },
    }))
    await dashboard.open()
    const figure = dashboard.card('Trading').locator('[data-profit]').first()
    await expect(figure).toHaveText(text)
    await expect(figure).toHaveAttribute('data-profit', kind)
  }
})
