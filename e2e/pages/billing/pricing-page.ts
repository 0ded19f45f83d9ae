import type { Page } from '@playwright/test'

export function pricingPage(page: Page) {
  const current = page.getByRole('region', { name: 'Current Subscription' })
  const available = page.getByRole('region', { name: 'Available Plans' })
  const dialog = page.getByRole('dialog')
  return {
    current,
    available,
    dialog,
    cards: available.getByRole('article'),
    prices: available.getByTestId('plan-price'),
    upgrade: current.getByRole('button', { name: 'Upgrade Plan' }),
    downgrade: current.getByRole('button', { name: 'Downgrade Plan' }),
    finish: current.getByRole('button', { name: 'Finish setup' }),
    cancel: current.getByRole('button', { name: 'Cancel Subscription' }),
    offers: dialog.getByRole('listitem'),
    card: (plan: string) => available.getByRole('article', { name: plan, exact: true }),
    choose: (plan: string) =>
      available.getByRole('article', { name: plan, exact: true }).getByRole('button', { name: 'Choose plan' }).click(),
    pick: (plan: string) => dialog.getByRole('button', { name: `Select ${plan}`, exact: true }).click(),
    open: () => page.goto('/pricing'),
  }
}
