import type { Page } from '@playwright/test'

export function adminDashboardPage(page: Page) {
  return {
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    card: (title: string) => page.getByRole('region', { name: title, exact: true }),
    links: page.getByRole('navigation', { name: 'Administration' }).getByRole('link'),
    spinner: page.getByRole('status', { name: 'Loading the overview' }),
    failure: page.getByRole('alert').filter({ hasText: 'Error loading dashboard data' }),
    trend: (label: string) => page.getByRole('radiogroup', { name: 'Trend' }).getByText(label, { exact: true }),
    values: (label: string) => page.getByRole('table', { name: `${label}, last 30 days: values` }),
    stat: (label: string) => page.locator(`[data-stat="${label}"]`),
    open: () => page.goto('/admin'),
  }
}
