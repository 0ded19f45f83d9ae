import type { Page } from '@playwright/test'

export function adminBotsPage(page: Page) {
  const dialog = page.getByRole('dialog').first()
  const code = page.locator('.cm-content')
  return {
    dialog,
    code,
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    stat: (label: string) => page.locator(`[data-stat="${label}"]`),
    stopping: page.getByRole('region', { name: 'Stop trading' }),
    strategy: page.getByRole('combobox', { name: 'Bot strategy' }),
    stopStrategy: page.getByRole('button', { name: 'Stop Strategy', exact: true }),
    stopAll: page.getByRole('button', { name: 'Stop All Bots', exact: true }),
    switchOff: page.getByRole('button', { name: 'Pause New Trades', exact: true }),
    switches: page.getByRole('region', { name: 'Standing switches' }),
    lift: (name: string) => page.getByRole('button', { name: `Resume new trades for ${name}` }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    confirm: (action: string) => dialog.getByRole('button', { name: action, exact: true }),
    keep: dialog.getByRole('button', { name: 'Keep as it is' }),
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    closeToo: dialog.getByRole('checkbox', { name: 'Close every open position too' }),
    create: page.getByRole('button', { name: 'Create New Bot' }).first(),
    edit: (name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }),
    remove: (name: string) => page.getByRole('button', { name: `Delete ${name}`, exact: true }),
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
