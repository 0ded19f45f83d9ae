import type { Page } from '@playwright/test'

export function tradeAnalyticsPage(page: Page) {
  const drawer = page.getByRole('dialog', { name: 'Trade' })
  const monitor = page.getByRole('region', { name: 'Real-time trades' })
  return {
    drawer,
    monitor,
    heading: page.getByRole('heading', { level: 1, name: 'Trade Analytics' }),
    tabs: page.getByRole('tab'),
    tab: (name: string) => page.getByRole('tab', { name, exact: true }),
    stat: (label: string) => page.locator(`[data-stat="${label}"]`),
    charts: page.locator('canvas'),
    /** The values table of a chart. */
    values: (label: string) => page.getByRole('table', { name: `${label}: values` }),
    /** A number that stands beside a chart. */
    figure: (label: string) => page.locator('dl > div', { hasText: label }).locator('dd'),
    analytics: page.getByRole('region', { name: 'Analytics', exact: true }),
    detailed: page.getByRole('button', { name: 'Detailed analytics' }),
    period: (label: string) => page.getByRole('radiogroup', { name: 'Period' }).getByText(label, { exact: true }),
    metric: (label: string) => page.getByRole('radiogroup', { name: 'Metric' }).getByText(label, { exact: true }),
    recent: page.getByRole('table', { name: 'Recent Trades' }),
    feed: page.getByRole('table', { name: 'Real-time trades' }),
    market: page.getByRole('region', { name: 'Market Status' }),
    health: page.getByRole('region', { name: 'System Health' }),
    export: page.getByRole('button', { name: 'Export', exact: true }),
    exportDialog: page.getByRole('dialog', { name: 'Export' }),
    open: (path = '/trades') => page.goto(path),
  }
}
