import type { Page } from '@playwright/test'

export function recentAuthDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  return {
    dialog,
    password: dialog.getByLabel('Your password'),
    passkey: dialog.getByRole('button', { name: 'Use a passkey' }),
    confirm: dialog.getByRole('button', { name: 'Confirm' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  }
}
