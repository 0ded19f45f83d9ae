import type { Page } from '@playwright/test'

export function dashboardPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }),
    card: (label: string) => page.locator(`[data-stat="${label}"]`),
    bots: page.getByRole('table', { name: 'Your Bots' }).locator('tbody tr'),
    open: () => page.goto('/dashboard'),
  }
}
