import type { Page } from '@playwright/test'

export function resetPasswordPage(page: Page) {
  return {
    password: page.getByLabel('New password', { exact: true }),
    confirmation: page.getByLabel('Confirm new password'),
    submit: page.getByRole('button', { name: 'Set password' }),
    failure: page.getByTestId('form-failure'),
    invalid: page.getByRole('heading', { name: 'This link does not work' }),
    reloaded: page.getByRole('heading', { name: 'Open the link again' }),
    done: page.getByRole('heading', { name: 'Password changed' }),
    open: (token?: string) => page.goto(token === undefined ? '/reset-password' : `/reset-password?token=${token}`),
  }
}
