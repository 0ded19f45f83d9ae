import type { Page } from '@playwright/test'

export function dashboardPage(page: Page) {
  const rowsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr')
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }),
    card: (label: string) => page.locator(`[data-stat="${label}"]`),
    bots: rowsOf('Your Bots'),
    positions: rowsOf('Open Positions'),
    orders: rowsOf('Today’s Orders'),
    market: page.getByRole('status', { name: 'Market' }),
    open: () => page.goto('/dashboard'),
  }
}
