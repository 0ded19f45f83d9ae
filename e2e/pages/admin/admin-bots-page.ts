import type { Page } from '@playwright/test'

export function adminBotsPage(page: Page) {
  const dialog = page.getByRole('dialog').first()
  const code = page.locator('.cm-content')
  return {
    dialog,
    code,
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    strategy: page.getByRole('combobox', { name: 'Bot strategy' }),
    stopStrategy: page.getByRole('button', { name: 'Stop Strategy', exact: true }),
    switches: page.getByRole('region', { name: 'Standing switches' }),
    lift: (name: string) => page.getByRole('button', { name: `Resume new trades for ${name}` }),
    confirm: (action: string) => dialog.getByRole('button', { name: action, exact: true }),
    keep: dialog.getByRole('button', { name: 'Keep as it is' }),
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    create: page.getByRole('button', { name: 'Create New Bot' }).first(),
    edit: (name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }),
    field: (label: string) => dialog.getByRole('textbox', { name: label }),
    test: dialog.getByRole('button', { name: 'Test Bot', exact: true }),
    save: dialog.getByRole('button', { name: 'Save & Test Bot' }),
    close: dialog.getByRole('button', { name: 'Close', exact: true }).last(),
    results: dialog.getByRole('region', { name: 'Test results' }),
    tab: (name: string) => dialog.getByRole('tab', { name }),
    report: page.getByRole('region', { name: 'Backtest report' }),
    async chooseStrategy(name: string) {
      await page.getByRole('combobox', { name: 'Bot strategy' }).click()
      await page.getByRole('option', { name, exact: true }).click()
    },
    async choose(label: string, option: string) {
      await dialog.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option }).click()
    },
    /** Inserts text at the top of the code. */
    async typeOnTop(text: string) {
      await code.click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.insertText(text)
    },
    async replaceCode(text: string) {
      await code.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
    },
    open: () => page.goto('/admin/bots'),
    openCode: () => page.goto('/admin/bot-code'),
    openConfig: () => page.goto('/admin/bot-config'),
  }
}
