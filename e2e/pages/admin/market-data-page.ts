import { expect, type Page } from '@playwright/test'
import { minuteBarsCsv } from '../../fixtures/minute-bars-csv.ts'

export function marketDataPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const fields = {
    open: () => page.goto('/admin/market-data'),
    from: page.getByLabel('From', { exact: true }),
    fetch: page.getByRole('button', { name: 'Fetch missing days' }),
    newest: page.getByRole('region', { name: 'Newest fetch' }),
    progress: page.getByRole('progressbar', { name: 'Fetched days' }),
    search: page.getByRole('searchbox', { name: 'Search' }),
    symbol: (name: string) => page.getByRole('button', { name, exact: true }),
    days: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`) }),
    importFile: page.getByRole('button', { name: 'Import file' }),
    dialog,
    chart: dialog.getByRole('figure'),
    file: dialog.locator('input[type=file]'),
    symbolOfFile: dialog.getByLabel('Symbol'),
    preview: dialog.getByRole('button', { name: 'Preview' }),
    store: dialog.getByRole('button', { name: 'Import', exact: true }),
    done: dialog.getByRole('button', { name: 'Done' }),
    addAction: page.getByRole('button', { name: 'Add action' }),
    actions: page.getByRole('table', { name: 'Corporate actions' }),
  }
  return {
    ...fields,
    /** From the button to the preview of a file of invented bars. */
    async previewBars(symbol: string, days: readonly string[]) {
      await fields.open()
      await fields.importFile.click()
      await fields.file.setInputFiles({
        name: 'bars.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(minuteBarsCsv(days)),
      })
      await fields.symbolOfFile.fill(symbol)
      await fields.preview.click()
      await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('One-minute bars')
    },
    async storeBars(timeout: number) {
      await fields.store.click()
      await expect(dialog).toContainText('Days stored', { timeout })
      await fields.done.click()
    },
  }
}
