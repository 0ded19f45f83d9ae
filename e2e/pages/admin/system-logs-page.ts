import type { Page } from '@playwright/test'

export function systemLogsPage(page: Page) {
  const list = page.getByRole('list', { name: 'Logs' })
  return {
    entries: list.getByRole('listitem'),
    stat: (label: string) => page.locator(`[data-stat="${label}"]`),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    audit: page.getByRole('list', { name: 'Audit' }).getByRole('listitem'),
    auditTab: page.getByRole('tab', { name: 'Audit' }),
    async level(option: string) {
      await page.getByRole('combobox', { name: 'Level' }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
    open: (query = '') => page.goto(`/admin/logs${query}`),
  }
}
