import type { Page } from '@playwright/test'

export function usersPage(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    rows: page.getByRole('table', { name: 'Users' }).locator('tbody tr'),
    stat: (label: string) => page.locator(`[data-stat="${label}"]`),
    search: page.getByRole('searchbox', { name: 'Search' }),
    manage: (username: string) => page.getByRole('button', { name: `Manage ${username}`, exact: true }),
    reason: dialog.getByRole('textbox', { name: 'Reason for a suspension' }),
    suspend: dialog.getByRole('button', { name: 'Suspend' }),
    restore: dialog.getByRole('button', { name: 'Restore' }),
    signOut: dialog.getByRole('button', { name: 'Sign out everywhere' }),
    address: dialog.getByRole('textbox', { name: 'Outbound address for live trading' }),
    assign: dialog.getByRole('button', { name: 'Assign' }),
    brokerLogIn: dialog.getByRole('region', { name: 'Broker log-in' }),
    tryAgain: dialog.getByRole('button', { name: 'Try log-in again' }),
    makeAdmin: dialog.getByRole('button', { name: 'Make administrator' }),
    roleForm: dialog.getByRole('form', { name: 'Make administrator' }),
    open: (query = '') => page.goto(`/admin/users${query}`),
  }
}
