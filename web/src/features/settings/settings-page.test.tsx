import * as api from '@trading-bot/contract/rest/operations/maintenance'
import { readPlatformMetrics } from '@trading-bot/contract/rest/operations/platform'
import { deleteSetting, listSettings, updateSetting } from '@trading-bot/contract/rest/operations/settings'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts, fill } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

const figures = page.getByRole('region', { name: 'Figures' })
const maintenance = page.getByRole('region', { name: 'Maintenance', exact: true })
const banner = page.css('section[aria-label="Maintenance"]')

beforeEach(() => signInAs('admin'))

test('the platform’s figures say how far the replica for reports is behind', async () => {
  const metrics = recorded(readPlatformMetrics)
  for (const [replica, text] of [
    [{ lag_s: 0.4, is_read: true }, 'At most 0.4 s behind'],
    [{ lag_s: null, is_read: false }, 'Not following, reports read the primary'],
  ] as const) {
    answer(readPlatformMetrics, { ...metrics, database: { ...metrics.database, replica } })
    await visit('/admin/settings')
    await expect.element(figures.getByText(text, { exact: true })).toBeVisible()
  }
})

test('without a replica the figures name none; a setting is validated, saved and reset to its default', async () => {
  const [first, ...others] = recorded(listSettings)
  let row = first!
  answer(listSettings, () => [row, ...others])
  answer(updateSetting, ({ body }) => (row = { ...row, ...(body as { value: number }), is_default: false }))
  answer(deleteSetting, () => {
    row = first!
    return null
  })
  await visit('/admin/settings')
  await expect.element(figures).toHaveTextContent('connections')
  await expect.element(figures).not.toHaveTextContent('Replica for reports')
  const form = page.getByRole('form', { name: 'Entries a day, at most' })
  const input = form.getByLabelText('Entries a day, at most')
  await expect.element(input).toHaveValue('50')
  await expect.element(button('Save', form)).toBeDisabled()
  await input.fill('51')
  await button('Save', form).click()
  await expect.element(form.getByText('Enter a whole number from 1 to 50')).toBeVisible()
  expect(sentTo(updateSetting)).toEqual([])
  await input.fill('30')
  await expectSaid(button('Save', form), 'Entries a day, at most saved.')
  await expectSaid(button('Reset', form), 'is back to its default.')
  await expect.element(input).toHaveValue('50')
})

test('a maintenance window is announced to every user, changed and removed', async () => {
  let windows: api.MaintenanceWindow[] = []
  const phases = { [api.createMaintenance.method]: 'planned', [api.updateMaintenance.method]: 'running' } as const
  const save = ({ method }: { method: 'POST' | 'PUT' }, body: unknown) => {
    const id = '0190b5a0-0000-7000-8000-000000000009'
    windows = [{ ...(body as api.MaintenanceWindow), id, phase: phases[method] }]
    return windows[0]!
  }
  answer(api.listMaintenance, () => windows)
  answer(api.readNotice, () => ({ maintenance: windows[0] ?? null, support_email: '' }))
  answer(api.createMaintenance, ({ body }) => save(api.createMaintenance, body))
  answer(api.updateMaintenance, ({ body }) => save(api.updateMaintenance, body))
  answer(api.deleteMaintenance, () => {
    windows = []
    return null
  })
  await visit('/admin/settings')
  await button('Announce maintenance', maintenance).click()
  await button('Announce', dialog).click()
  await expect.element(dialog.getByText('Title is required')).toBeVisible()
  await expect.element(dialog.getByText('Enter a date and a time').first()).toBeVisible()
  await fill({ Title: 'Database upgrade', 'Message (optional)': 'Entries pause for half an hour.' }, dialog)
  await fill({ 'Starts (India time)': '2026-11-20T10:00', 'Ends (India time)': '2026-11-20T09:00' }, dialog)
  await button('Announce', dialog).click()
  await expect.element(dialog.getByText('The end must come after the start')).toBeVisible()
  await fill({ 'Ends (India time)': '2026-11-20T11:00' }, dialog)
  await expectSaid(button('Announce', dialog), 'Maintenance announced.')
  const announced = maintenance.getByRole('article', { name: 'Database upgrade' })
  await expect.element(announced).toHaveTextContent('Planned')
  const time = 'maintenance from 20 Nov 2026, 10:00 to 20 Nov 2026, 11:00, India time'
  await expectTexts(banner, `Database upgrade: ${time}`, 'Entries pause for half an hour.')

  await button('Edit', announced).click()
  await fill({ 'Starts (India time)': '2026-11-17T10:00' }, dialog)
  await button('Save', dialog).click()
  await expect.element(announced).toHaveTextContent('Running')
  await expect.element(banner).toHaveTextContent('maintenance until 20 Nov 2026, 11:00')
  await button('Remove', announced).click()
  await button('Remove window', dialog).click()
  await expect.element(maintenance).toHaveTextContent('No maintenance planned')
  await expect.element(banner).not.toBeInTheDocument()
})
