import type { Page } from '@playwright/test'

export function adminPlansPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  return {
    dialog,
    row,
    stat: (label: string) => page.locator(`[data-stat="${label}"]`),
    create: page.getByRole('button', { name: 'Create Plan' }).first(),
    save: dialog.getByRole('button', { name: /^(Create Plan|Save Changes)$/ }),
    field: (label: string) => dialog.getByRole('textbox', { name: label }),
    flag: (label: string) => dialog.getByRole('checkbox', { name: label }),
    edit: (name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }),
    remove: (name: string) => page.getByRole('button', { name: `Delete ${name}`, exact: true }),
    offer: (name: string) => page.getByRole('switch', { name: `${name} is on offer` }),
    async choose(label: string, option: string) {
      await dialog.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option }).click()
    },
    open: () => page.goto('/admin/pricing'),
  }
}
