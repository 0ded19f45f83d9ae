import type { Page } from '@playwright/test'

export function studioPage(page: Page) {
  const code = page.locator('.cm-content')
  return {
    code,
    open: (id: string, tab?: string) => page.goto(`/admin/studio/${id}${tab ? `?tab=${tab}` : ''}`),
    tab: (name: string) => page.getByRole('tab', { name, exact: true }),
    test: page.getByRole('button', { name: 'Test', exact: true }),
    save: page.getByRole('button', { name: 'Save version' }),
    state: page.getByRole('status', { name: 'Draft state' }),
    draft: page.getByRole('alert', { name: 'Draft' }),
    results: page.getByRole('region', { name: 'Test results' }).first(),
    events: page.getByRole('list', { name: 'Events' }).first(),
    earlier: page.getByRole('region', { name: 'Earlier tests' }),
    async replaceCode(text: string) {
      await code.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
    },
  }
}
