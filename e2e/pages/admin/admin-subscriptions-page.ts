import type { Page } from '@playwright/test'

export function adminSubscriptionsPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const table = page.getByRole('table', { name: 'Subscriptions' })
  return {
    dialog,
    rows: table.locator('tbody tr'),
    row: (email: string) => table.getByRole('button', { name: email }),
    stat: (label: string) => page.locator(`[data-stat="${label}"]`),
    filters: page.getByRole('button', { name: /^Filters/ }),
    email: page.getByRole('searchbox', { name: 'Email' }),
    from: page.getByLabel('From'),
    to: page.getByLabel('To', { exact: true }),
    clear: page.getByRole('button', { name: 'Clear filters' }),
    sort: page.getByRole('combobox', { name: 'Sort by' }),
    exportCsv: page.getByRole('button', { name: 'Export CSV' }),
    pages: page.getByRole('navigation', { name: 'Pages of subscriptions' }),
    tab: (name: RegExp) => dialog.getByRole('tab', { name }),
    refund: dialog.getByRole('button', { name: /^Refund ₹/ }),
    refundForm: dialog.getByRole('form', { name: 'Refund' }),
    async choose(label: string, option: string) {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
    open: (query = '') => page.goto(`/admin/subscriptions${query}`),
  }
}
