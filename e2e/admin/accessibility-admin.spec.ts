import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test } from '../fixtures/test.ts'

// Running every axe rule on every state is slow, so a busy machine gets more time.
test.setTimeout(60_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds no violations on the machines, the settings and the banner, in light and dark', async ({
  page,
  admin,
}) => {
  await storeSession(page, admin)
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
  await expectNoViolations(page, 'admin/ec2')
  await page.getByRole('tab', { name: /^Logs/ }).click()
  await page.getByRole('table').waitFor()
  await expectNoViolations(page, 'admin/ec2, logs')
  await page.goto('/admin/settings')
  await page.getByText('Active subscriptions').waitFor()
  await expectNoViolations(page, 'admin/settings')
  await page.getByRole('button', { name: 'Announce maintenance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Announce' }).click()
  await page.getByText('Title is required').waitFor()
  await expectNoViolations(page, 'admin/settings, dialog with errors')
})

test('axe finds no violations on plans and symbols of the administrator, in light and dark', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Edit EMA Monthly' }).waitFor()
  await expectNoViolations(page, 'admin/pricing')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Plan' }).click()
  await expectNoViolations(page, 'admin/pricing, form with errors')
  await page.goto('/admin/pricing/regular')
  await page.getByRole('row').nth(1).waitFor()
  await expectNoViolations(page, 'admin/pricing/regular')
  await page.goto('/admin/symbol-management')
  await page.getByRole('row').nth(5).waitFor()
  await expectNoViolations(page, 'admin/symbol-management')
  await page.getByRole('button', { name: 'Upload Symbols' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expectNoViolations(page, 'admin/symbol-management, upload with error')
})

test('axe finds no violations on the subscription report and the users, in light and dark', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/subscriptions?email=demo@')
  await page.getByRole('table').getByRole('button').first().waitFor()
  await expectNoViolations(page, 'admin/subscriptions')
  await page.getByRole('table').getByRole('button').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund ₹/ })
    .click()
  await expectNoViolations(page, 'admin/subscriptions, refund')
  await page.goto('/admin/users?search=demo')
  await page.getByRole('button', { name: 'Manage demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click()
  await expectNoViolations(page, 'admin/users, role')
})

test('axe finds no violations on logs and audit, in light and dark', async ({ adminPage: page }) => {
  await page.goto('/admin/logs')
  await page.getByText('Auto-refresh every 30 seconds').waitFor()
  await expectNoViolations(page, 'admin/logs')
  await page.goto('/admin/logs?view=audit')
  await page.getByRole('list', { name: 'Audit' }).waitFor()
  await expectNoViolations(page, 'admin/logs, audit')
})

test('axe finds no violations on bots and their code, in light and dark', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.open()
  await bots.row('RSI Bot').waitFor()
  await expectNoViolations(page, 'admin/bots')
  await bots.openCode()
  await bots.edit('RSI Bot').click()
  await bots.typeOnTop('def broken(\n')
  await bots.test.click()
  await expect(bots.results).toContainText('Test Failed', { timeout: 15_000 })
  await expectNoViolations(page, 'admin/bot-code, a failed test')
})

test('axe finds no violations on active kill switches, in light and dark', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  const killSwitch = {
    id: '0190b5a0-0000-7000-8000-000000000007',
    scope: 'platform',
    subject_id: null,
    subject_name: null,
  }
  const details = { reason: 'The exchange is down.', set_by: 'a@example.com', set_at: '2026-11-16T05:00:00.000Z' }
  await page.route('**/admin/switches/', (route) =>
    route.fulfill(json(200, [{ ...killSwitch, ...details, until: null }])),
  )
  await bots.open()
  await bots.switches.waitFor()
  await expectNoViolations(page, 'admin/bots, a standing switch')
  await bots.switchOff.click()
  await bots.confirm('Pause new trades').click()
  await page.getByText('Say why').waitFor()
  await expectNoViolations(page, 'admin/bots, switch with errors')
})

test('axe finds no violations on the versions and the sweep of a bot, in light and dark', async ({
  adminPage: page,
}) => {
  const bots = adminBotsPage(page)
  await bots.openCode()
  await bots.edit('RSI Bot').click()
  await bots.tab('Versions').click()
  await page.getByRole('button', { name: 'Show version 1' }).click()
  await page.getByLabel('Difference of version 1').waitFor()
  await expectNoViolations(page, 'admin/bot-code, versions')
  await bots.tab('Backtest').click()
  await page.getByRole('button', { name: 'Run Sweep' }).click()
  await page.getByRole('table', { name: 'Walk-forward' }).waitFor({ timeout: 20_000 })
  await expectNoViolations(page, 'admin/bot-code, sweep')
})

test('axe finds no violations on a backtest report, in light and dark', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.openConfig()
  await page.getByRole('textbox', { name: 'Days' }).fill('4')
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  await expect(bots.report).toBeVisible({ timeout: 20_000 })
  await expectNoViolations(page, 'admin/bot-config, report')
})
