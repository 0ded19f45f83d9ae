import type { Page } from '@playwright/test'

export function adminPlansPage(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    create: page.getByRole('button', { name: 'Create Plan' }).first(),
    open: () => page.goto('/admin/pricing'),
  }
}
