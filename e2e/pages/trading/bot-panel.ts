import type { Page } from '@playwright/test'

/** The subscribed bot's panel on the dashboard and the subscriptions page. */
export function botPanel(page: Page) {
  const panel = page.getByRole('region', { name: 'Your Bot', exact: true })
  const dialog = page.getByRole('dialog')
  const button = (name: string) => panel.getByRole('button', { name, exact: true })
  return {
    panel,
    dialog,
    status: panel.locator('[data-status]').first(),
    start: button('Start Bot'),
    stop: button('Stop Bot'),
    stopAndClose: button('Stop and close positions'),
    closePositions: button('Close positions'),
    pause: button('Pause Bot'),
    resume: button('Resume Bot'),
    confirm: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
  }
}
