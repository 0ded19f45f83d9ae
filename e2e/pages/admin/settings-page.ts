import type { Page } from '@playwright/test'

export function settingsPage(page: Page) {
  const maintenance = page.getByRole('region', { name: 'Maintenance', exact: true })
  const dialog = page.getByRole('dialog')
  return {
    maintenance,
    dialog,
    figures: page.getByRole('region', { name: 'Figures' }),
    banner: page.locator('section[aria-label="Maintenance"]'),
    announce: maintenance.getByRole('button', { name: 'Announce maintenance' }),
    window: (title: string) => maintenance.getByRole('article', { name: title }),
    field: {
      title: dialog.getByLabel('Title'),
      message: dialog.getByLabel('Message (optional)'),
      starts: dialog.getByLabel('Starts (India time)'),
      ends: dialog.getByLabel('Ends (India time)'),
    },
    setting: (label: string) => {
      const form = page.getByRole('form', { name: label })
      return {
        input: form.getByLabel(label),
        save: form.getByRole('button', { name: 'Save' }),
        reset: form.getByRole('button', { name: 'Reset' }),
        form,
      }
    },
    open: () => page.goto('/admin/settings'),
  }
}
