import type { Page } from '@playwright/test'

export function dashboardPage(page: Page) {
  const rowsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr')
  const itemsOf = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const dialog = page.getByRole('dialog')
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }),
    region,
    today: {
      region: region('Today'),
      figure: (name: 'net' | 'realised' | 'unrealised' | 'charges' | 'loss-left') =>
        region('Today').locator(`[data-today="${name}"]`),
      lossBar: region('Today').getByRole('progressbar', { name: 'Daily loss limit left' }),
    },
    card: (label: string) => page.locator(`[data-stat="${label}"]`),
    bots: rowsOf('Your Bots'),
    positions: rowsOf('Open Positions'),
    orders: rowsOf('Today’s Orders'),
    /** The same lists on a phone. */
    phone: {
      bots: itemsOf('Your Bots'),
      positions: itemsOf('Open Positions'),
      orders: itemsOf('Today’s Orders'),
    },
    market: page.getByRole('status', { name: 'Market' }),
    /** The details of a row. */
    drawer: dialog,
    dialog,
    open: () => page.goto('/dashboard'),
  }
}
