import { deleteMaintenance, listMaintenance } from '@trading-bot/contract/rest/operations/maintenance'
import { deleteSetting } from '@trading-bot/contract/rest/operations/settings'
import { requestOf } from '@trading-bot/contract/rest/call'
import { sendAs } from '../fixtures/money.ts'
import { instancesPage } from '../pages/admin/instances-page.ts'
import { settingsPage } from '../pages/admin/settings-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'

// All tests share the platform's settings, so these run one after another and clean up.
test.describe.configure({ mode: 'serial' })

test.afterAll(async ({ playwright, admin }, { project }) => {
  const request = await playwright.request.newContext({ baseURL: project.use.baseURL! })
  const headers = { authorization: `Bearer ${admin.access}` }
  for (const { id } of await sendAs(request, admin, listMaintenance, {})) {
    await request.delete(`/api${requestOf(deleteMaintenance, { id }).path}`, { headers })
  }
  for (const id of ['trading.max_orders_per_day', 'support.email'] as const) {
    await request.delete(`/api${requestOf(deleteSetting, { id }).path}`, { headers })
  }
})

const indiaInput = (hours: number) => new Date(Date.now() + (hours + 5.5) * 3_600_000).toISOString().slice(0, 16)

test('the EC2 page and the account menu link an administrator to the settings', async ({ adminPage: page }) => {
  await instancesPage(page).open()
  await instancesPage(page).settings.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Platform settings' })).toBeVisible()
  await page.goto('/admin/ec2')
  await shell(page).account.click()
  await page.getByRole('menuitem', { name: 'Platform settings' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(settingsPage(page).figures).toContainText('Active subscriptions')
})

test('the platform’s figures say how far the replica for reports is behind, and who is read instead', async ({
  adminPage: page,
}) => {
  const { open, figures } = settingsPage(page)
  await open()
  await expect(figures).toContainText('connections')
  await expect(figures).not.toContainText('Replica for reports')
  for (const [replica, text] of [
    [{ lag_s: 0.4, is_read: true }, 'At most 0.4 s behind'],
    [{ lag_s: 45, is_read: false }, 'At most 45 s behind, reports read the primary'],
    [{ lag_s: null, is_read: false }, 'Not following, reports read the primary'],
  ] as const) {
    await page.route('**/api/admin/metrics/', async (route) => {
      const answer = await route.fetch()
      const metrics = await answer.json()
      await route.fulfill({ response: answer, json: { ...metrics, database: { ...metrics.database, replica } } })
    })
    await page.reload()
    await expect(figures.getByText(text, { exact: true })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a setting is validated, saved and reset to its default', async ({ adminPage: page }) => {
  const settings = settingsPage(page)
  await settings.open()
  const orders = settings.setting('Entries a day, at most')
  await expect(orders.input).toHaveValue('50')
  await expect(orders.save).toBeDisabled()
  await orders.input.fill('51')
  await orders.save.click()
  await expect(orders.form.getByText('Enter a whole number from 1 to 50')).toBeVisible()
  await orders.input.fill('30')
  await orders.save.click()
  await expect(toast(page, 'Entries a day, at most saved.')).toBeVisible()
  await page.reload()
  await expect(orders.input).toHaveValue('30')
  await orders.reset.click()
  await expect(toast(page, 'is back to its default.')).toBeVisible()
  await expect(orders.input).toHaveValue('50')
})

test('a maintenance window is announced to every user, changed and removed', async ({ page, admin, person }) => {
  await storeSession(page, admin)
  const settings = settingsPage(page)
  const { announce, field, dialog, banner, window } = settings
  await settings.open()
  await announce.click()
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expect(dialog.getByText('Enter a date and a time').first()).toBeVisible()
  await field.title.fill('Database upgrade')
  await field.message.fill('Entries pause for half an hour.')
  await field.starts.fill(indiaInput(3))
  await field.ends.fill(indiaInput(2))
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await expect(dialog.getByText('The end must come after the start')).toBeVisible()
  await field.ends.fill(indiaInput(4))
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await expect(toast(page, 'Maintenance announced.')).toBeVisible()
  await expect(window('Database upgrade')).toContainText('Planned')
  await expect(banner).toContainText('Database upgrade: maintenance from')

  await storeSession(page, person)
  await page.goto('/pricing')
  await expect(banner).toContainText('Entries pause for half an hour.')

  await storeSession(page, admin)
  await settings.open()
  await window('Database upgrade').getByRole('button', { name: 'Edit' }).click()
  await field.starts.fill(indiaInput(-1))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(window('Database upgrade')).toContainText('Running')
  await expect(banner).toContainText('maintenance until')
  await window('Database upgrade').getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove window' }).click()
  await expect(settings.maintenance).toContainText('No maintenance planned')
  await expect(banner).toHaveCount(0)
})
