import type { Page } from '@playwright/test'

export function forgotPasswordPage(page: Page) {
  return {
    email: page.getByLabel('Email', { exact: true }),
    submit: page.getByRole('button', { name: 'Send reset link' }),
    tryAgain: page.getByRole('button', { name: 'Try again' }),
    confirmation: page.getByRole('heading', { name: 'Check your email' }),
    failure: page.getByTestId('form-failure'),
    open: () => page.goto('/forgot-password'),
  }
}
