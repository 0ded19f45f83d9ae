import type { Page } from '@playwright/test'

export function botSubscriptionsPage(page: Page) {
  const current = page.getByRole('region', { name: 'Current Subscription' })
  const plans = page.getByRole('region', { name: 'Choose Your Plan' })
  return {
    current,
    plans,
    bot: page.getByRole('region', { name: 'Bot', exact: true }),
    features: page.getByRole('region', { name: 'Bot Features' }),
    cancel: current.getByRole('button', { name: 'Cancel Subscription' }),
    confirmDialog: page.getByRole('dialog', { name: 'Confirm Subscription' }),
    dialog: page.getByRole('dialog'),
    card: (plan: string) => plans.getByRole('article', { name: plan, exact: true }),
    open: () => page.goto('/bot-subscriptions'),
  }
}
