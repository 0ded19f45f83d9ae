import type { Page } from '@playwright/test'

export function subscriptionsPage(page: Page) {
  const current = page.getByRole('region', { name: 'Current Subscription' })
  const dialog = page.getByRole('dialog')
  return {
    current,
    dialog,
    available: page.getByRole('region', { name: 'Available Plans' }),
    payments: page.getByRole('region', { name: 'Payments' }),
    upgrade: current.getByRole('button', { name: 'Upgrade Plan' }),
    downgrade: current.getByRole('button', { name: 'Downgrade Plan' }),
    configure: current.getByRole('button', { name: 'Configure Bot' }),
    renew: current.getByRole('switch', { name: 'Renew automatically' }),
    next: dialog.getByRole('button', { name: 'Next' }),
    previous: dialog.getByRole('button', { name: 'Previous' }),
    buy: dialog.getByRole('button', { name: 'Purchase' }),
    save: dialog.getByRole('button', { name: 'Save Configuration' }),
    purchase: (plan: string) =>
      page.getByRole('article', { name: plan, exact: true }).getByRole('button', { name: 'Purchase' }).click(),
    modes: dialog.getByRole('radiogroup', { name: 'Trading mode' }),
    open: () => page.goto('/subscriptions'),
  }
}
