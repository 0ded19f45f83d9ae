import type { Page } from '@playwright/test'
import { expectNoFindings } from './expect-no-findings.ts'
import { adminBotsPage } from './pages/admin-bots-page.ts'
import { botPanel } from './pages/bot-panel.ts'
import { dashboardPage } from './pages/dashboard-page.ts'
import { forgotPasswordPage } from './pages/forgot-password-page.ts'
import { flowPage } from './pages/flow-page.ts'
import { loginPage } from './pages/login-page.ts'
import { profilePage } from './pages/profile-page.ts'
import { shell } from './pages/shell.ts'
import { upgradePage } from './pages/upgrade-page.ts'
import { verifyOtpPage } from './pages/verify-otp-page.ts'
import { planNamed } from './money.ts'
import { leaveSession } from './people.ts'
import { expect, json, test } from './test.ts'
import { paperBot, paperOrder, paperPosition } from './trading.ts'

// Every rule on every state is the costliest thing here; a busy machine may take its time over it.
test.setTimeout(60_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing on the sign-in page, in light and dark', async ({ page }) => {
  const login = loginPage(page)
  await login.open()
  await page.getByText('Demo world').waitFor()
  await expectNoFindings(page, 'login')
  await login.submit.click()
  await login.signIn('nobody_at_all', 'Wrong1234')
  await login.failure.waitFor()
  await expectNoFindings(page, 'login, refused')
})

test('axe finds nothing while registering, in light and dark', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectNoFindings(page, 'register, with errors')
  await verifyOtpPage(page).reach()
  await expectNoFindings(page, 'verify-otp')
})

test('axe finds nothing on the way to a new password, in light and dark', async ({ page }) => {
  await forgotPasswordPage(page).open()
  await forgotPasswordPage(page).submit.waitFor()
  await expectNoFindings(page, 'forgot-password')
  await page.route('**/api/auth/forgot-password/', (route) => route.fulfill(json(200, { message: 'Sent' })))
  await forgotPasswordPage(page).email.fill('m@example.com')
  await forgotPasswordPage(page).submit.click()
  await forgotPasswordPage(page).confirmation.waitFor()
  await expectNoFindings(page, 'forgot-password, sent')
  await page.goto('/reset-password')
  await page.getByRole('heading').waitFor()
  await expectNoFindings(page, 'reset-password, invalid')
  await page.route('**/validate-reset-token/', (route) => route.fulfill(json(200, { email: 'm@example.com' })))
  await page.goto('/reset-password?token=abc')
  await page.getByRole('button', { name: 'Set password' }).waitFor()
  await expectNoFindings(page, 'reset-password')
})

test('axe finds nothing in the demo mail, in light and dark', async ({ page, person }) => {
  await page.goto(`/dev/mail?to=${person.email}`)
  await page.getByRole('article').waitFor()
  await expectNoFindings(page, 'dev/mail')
})

test('axe finds nothing in the shell, in light and dark', async ({ page, admin }) => {
  await leaveSession(page, admin)
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await expectNoFindings(page, 'admin')
  await page.route('**/api/auth/profile/', (route) => route.fulfill(json(200, { ...admin.user, must_enrol: true })))
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
  await expectNoFindings(page, 'profile, to enrol')
})

test('axe finds nothing on the profile and in the drawer, in light and dark', async ({ page, trader }) => {
  await leaveSession(page, trader)
  const profile = profilePage(page)
  await profile.open()
  await profile.devices.rows.first().waitFor()
  await expectNoFindings(page, 'profile')
  await shell(page).account.click()
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await expectNoFindings(page, 'profile, account menu')
  await page.keyboard.press('Escape')
  await profile.devices.everywhere.click()
  await profile.dialog.waitFor()
  await expectNoFindings(page, 'profile, dialog')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  await shell(page).openDrawer.click()
  await shell(page).drawer.waitFor()
  await expectNoFindings(page, 'pricing, drawer')
})

/** Plan cards are all alike to axe: two of a kind show what ten would. */
async function fewPlans(page: Page) {
  await page.route(/\/subscriptions\/(bot-)?plans\/$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: (await response.json()).slice(0, 2) })
  })
}

test('axe finds nothing on the plans and in their dialogs, in light and dark', async ({ page, trader }) => {
  await leaveSession(page, trader)
  await fewPlans(page)
  await page.goto('/pricing')
  await page.getByRole('article').first().waitFor()
  await page.getByRole('button', { name: 'Upgrade Plan' }).waitFor()
  await expectNoFindings(page, 'pricing')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('dialog').waitFor()
  await expectNoFindings(page, 'pricing, cancel')
  await page.goto('/bot-subscriptions')
  await page.getByRole('article').first().waitFor()
  await page.getByText('Version').waitFor()
  await expectNoFindings(page, 'bot-subscriptions')
})

test('axe finds nothing on the subscription and its wizard, in light and dark', async ({ page, trader, person }) => {
  await leaveSession(page, trader)
  await fewPlans(page)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'Configure Bot' }).click()
  await page.getByLabel('Capital Amount').waitFor()
  await expectNoFindings(page, 'subscriptions, configuration')
  await leaveSession(page, person)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'Purchase' }).first().click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expectNoFindings(page, 'subscriptions, wizard with errors')
})

test('axe finds nothing in the set-up and on the credentials, in light and dark', async ({ page, trader, request }) => {
  const plan = { selectedPlan: await planNamed(request, trader, 'RSI Monthly'), isUpgrade: true }
  await flowPage(page).enter(trader, 1, plan)
  await flowPage(page).pay.waitFor()
  await expectNoFindings(page, 'subscription-flow, payment')
  await flowPage(page).enter(trader, 3, { ...plan, completedSteps: 2 })
  await flowPage(page).capital.waitFor()
  await expectNoFindings(page, 'subscription-flow, configuration')
  await page.goto('/credentials')
  await page.getByRole('button', { name: /^(Save|Update) Credentials$/ }).click()
  await expectNoFindings(page, 'credentials, with errors')
})

test('axe finds nothing on the change of plan, in light and dark', async ({ page, trader, request }) => {
  const change = upgradePage(page)
  await change.enter(trader, { selectedPlan: await planNamed(request, trader, 'RSI Monthly'), isUpgrade: true })
  await change.next.waitFor()
  await expectNoFindings(page, 'upgrade-downgrade, details')
  await change.next.click()
  await change.submit.click()
  await page.getByText('Card number is required').waitFor()
  await expectNoFindings(page, 'upgrade-downgrade, card with errors')
})

test('axe finds nothing on the machines, the settings and the banner, in light and dark', async ({ page, admin }) => {
  await leaveSession(page, admin)
  const window = {
    id: '0190b5a0-0000-7000-8000-000000000009',
    title: 'Database upgrade',
    message: 'Entries pause.',
    starts_at: '2030-01-01T10:00:00.000Z',
    ends_at: '2030-01-01T11:00:00.000Z',
    is_active: true,
    phase: 'planned',
  }
  const notice = { maintenance: window, support_email: 'help@example.in' }
  await page.route('**/api/platform/notice/', (route) => route.fulfill(json(200, notice)))
  await page.route('**/api/admin/maintenance/', (route) => route.fulfill(json(200, [window])))
  await page.goto('/admin/ec2')
  await page.getByRole('article').first().waitFor()
  await expectNoFindings(page, 'admin/ec2')
  await page.getByRole('tab', { name: /^Logs/ }).click()
  await page.getByRole('table').waitFor()
  await expectNoFindings(page, 'admin/ec2, logs')
  await page.goto('/admin/settings')
  await page.getByText('Active subscriptions').waitFor()
  await expectNoFindings(page, 'admin/settings')
  await page.getByRole('button', { name: 'Announce maintenance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Announce' }).click()
  await page.getByText('Title is required').waitFor()
  await expectNoFindings(page, 'admin/settings, dialog with errors')
})

test('axe finds nothing on plans and symbols of the administrator, in light and dark', async ({ adminPage: page }) => {
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Edit EMA Monthly' }).waitFor()
  await expectNoFindings(page, 'admin/pricing')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Plan' }).click()
  await expectNoFindings(page, 'admin/pricing, form with errors')
  await page.goto('/admin/symbol-management')
  await page.getByRole('row').nth(5).waitFor()
  await expectNoFindings(page, 'admin/symbol-management')
  await page.getByRole('button', { name: 'Upload Symbols' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expectNoFindings(page, 'admin/symbol-management, upload with error')
})

test('axe finds nothing on the subscription report and the users, in light and dark', async ({ adminPage: page }) => {
  await page.goto('/admin/subscriptions?email=demo@')
  await page.getByRole('table').getByRole('button').first().waitFor()
  await expectNoFindings(page, 'admin/subscriptions')
  await page.getByRole('table').getByRole('button').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund ₹/ })
    .click()
  await expectNoFindings(page, 'admin/subscriptions, refund')
  await page.goto('/admin/users?search=demo')
  await page.getByRole('button', { name: 'Manage demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click()
  await expectNoFindings(page, 'admin/users, role')
})

test('axe finds nothing on logs and audit, in light and dark', async ({ adminPage: page }) => {
  await page.goto('/admin/logs')
  await page.getByText('Auto-refresh every 30 seconds').waitFor()
  await expectNoFindings(page, 'admin/logs')
  await page.goto('/admin/logs?view=audit')
  await page.getByRole('list', { name: 'Audit' }).waitFor()
  await expectNoFindings(page, 'admin/logs, audit')
})

test('axe finds nothing on bots and their code, in light and dark', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.open()
  await bots.row('RSI Bot').waitFor()
  await expectNoFindings(page, 'admin/bots')
  await bots.openCode()
  await bots.edit('RSI Bot').click()
  await bots.typeOnTop('def broken(\n')
  await bots.test.click()
  await expect(bots.results).toContainText('Test Failed', { timeout: 15_000 })
  await expectNoFindings(page, 'admin/bot-code, a failed test')
})

test('axe finds nothing on what keeps bots from trading, in light and dark', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  const standing = {
    id: '0190b5a0-0000-7000-8000-000000000007',
    scope: 'platform',
    subject_id: null,
    subject_name: null,
  }
  const told = { reason: 'The exchange is down.', set_by: 'a@example.com', set_at: '2026-11-16T05:00:00.000Z' }
  await page.route('**/admin/switches/', (route) => route.fulfill(json(200, [{ ...standing, ...told, until: null }])))
  await bots.open()
  await bots.switches.waitFor()
  await expectNoFindings(page, 'admin/bots, a standing switch')
  await bots.switchOff.click()
  await bots.confirm('Switch off entries').click()
  await page.getByText('Say why').waitFor()
  await expectNoFindings(page, 'admin/bots, switch with errors')
})

test('axe finds nothing on the versions and the sweep of a bot, in light and dark', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.openCode()
  await bots.edit('RSI Bot').click()
  await bots.tab('Versions').click()
  await page.getByRole('button', { name: 'Show version 1' }).click()
  await page.getByLabel('Difference of version 1').waitFor()
  await expectNoFindings(page, 'admin/bot-code, versions')
  await bots.tab('Backtest').click()
  await page.getByRole('button', { name: 'Run Sweep' }).click()
  await page.getByRole('table', { name: 'Walk-forward' }).waitFor({ timeout: 20_000 })
  await expectNoFindings(page, 'admin/bot-code, sweep')
})

test('axe finds nothing on a backtest report, in light and dark', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.openConfig()
  await page.getByRole('textbox', { name: 'Days' }).fill('4')
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  await expect(bots.report).toBeVisible({ timeout: 20_000 })
  await expectNoFindings(page, 'admin/bot-config, report')
})

test('axe finds nothing on the dashboard and the bot’s switches, in light and dark', async ({ traderPage: page }) => {
  const held = [paperPosition(1, {}), paperPosition(2, { side: 'SHORT', unrealised_pnl: -100 })]
  const states = ['filled', 'acknowledged', 'rejected', 'denied'] as const
  const orders = states.map((state, at) => paperOrder(10 + at, { state, detail: 'Why it is so', pnl: at - 1 }))
  await page.route(/\/bots\/[\w-]+\/positions\//, (route) => route.fulfill(json(200, held)))
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) => route.fulfill(json(200, orders)))
  const { positions, open } = dashboardPage(page)
  await open()
  await positions.first().waitFor()
  await expectNoFindings(page, 'dashboard')
  await page.goto('/subscriptions')
  await botPanel(page).stop.click()
  await botPanel(page).dialog.waitFor()
  await expectNoFindings(page, 'subscriptions, stop')
})

test('axe finds nothing on a live bot that is not ready, in light and dark', async ({ page, person }) => {
  await leaveSession(page, person)
  const needs = [
    { code: 'live_switch', is_ready: true, text: 'Live trading is on', fix: null },
    { code: 'capital', is_ready: false, text: 'Capital', fix: { label: 'Configure', path: '/subscriptions' } },
  ]
  const bot = paperBot(1, { status: 'error', status_reason: 'The script stopped', mode: 'live' })
  const state = { is_user_participating: false, bot, mode: 'live', is_ready: false, readiness: needs }
  await page.route('**/participation/status/', (route) => route.fulfill(json(200, state)))
  await dashboardPage(page).open()
  await botPanel(page).panel.getByText('The script stopped').waitFor()
  await expectNoFindings(page, 'dashboard, live in error')
  await botPanel(page).start.click()
  await botPanel(page).confirm('Start Bot')
  await page.getByText('Password is required').waitFor()
  await expectNoFindings(page, 'dashboard, live consent with errors')
})
