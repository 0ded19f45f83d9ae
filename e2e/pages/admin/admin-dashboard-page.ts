import type { Page } from '@playwright/test'

export function adminDashboardPage(page: Page) {
  return {
    card: (title: string) => page.getByRole('region', { name: title, exact: true }),
    failure: page.getByRole('alert').filter({ hasText: 'Error loading dashboard data' }),
    open: () => page.goto('/admin'),
  }
}
