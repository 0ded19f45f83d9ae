import type { Page } from '@playwright/test'
import type { Register } from '@trading-bot/contract/rest/accounts/auth'

export function registerPage(page: Page) {
  const field = {
    first_name: page.getByLabel('First name'),
    last_name: page.getByLabel('Last name'),
    username: page.getByLabel('Username'),
    email: page.getByLabel('Email', { exact: true }),
    phone_number: page.getByLabel('Phone number'),
    password: page.getByLabel('Password', { exact: true }),
    password_confirm: page.getByLabel('Confirm password'),
  }
  const experience = page.getByLabel('Trading experience')
  const submit = page.getByRole('button', { name: 'Create account' })
  return {
    field,
    experience,
    submit,
    failure: page.getByTestId('form-failure'),
    open: () => page.goto('/register'),
    async fill(registration: Register) {
      for (const name of Object.keys(field) as (keyof typeof field)[]) await field[name].fill(registration[name])
      await experience.selectOption(registration.trading_experience)
    },
  }
}
