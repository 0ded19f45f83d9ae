import type { Page } from '@playwright/test'

export function symbolsPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const picker = dialog.locator('input[type="file"]')
  return {
    dialog,
    rows: page.getByRole('table', { name: 'Trading symbols' }).getByRole('row'),
    search: page.getByRole('searchbox', { name: 'Search' }),
    upload: page.getByRole('button', { name: 'Upload Symbols' }),
    send: dialog.getByRole('button', { name: 'Upload', exact: true }),
    active: (symbol: string) => page.getByRole('switch', { name: `${symbol} is active` }),
    remove: (symbol: string) => page.getByRole('button', { name: `Delete ${symbol}`, exact: true }),
    chooseFile: (name: string, text: string) =>
      picker.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) }),
    open: (query = '') => page.goto(`/admin/symbol-management${query}`),
  }
}
