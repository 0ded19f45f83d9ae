import type { Page } from '@playwright/test'

export function loginPage(page: Page) {
  const username = page.getByLabel('Username or email')
  const password = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  return {
    username,
    password,
    submit,
    passkey: page.getByRole('button', { name: 'Sign in with a passkey' }),
    code: page.getByLabel('Authentication code'),
    rememberMe: page.getByLabel('Remember me'),
    failure: page.getByTestId('form-failure'),
    forgotLink: page.getByRole('link', { name: 'Forgot password?' }),
    registerLink: page.getByRole('link', { name: 'Create an account' }),
    open: () => page.goto('/login'),
    async signIn(name: string, secret: string) {
      await username.fill(name)
      await password.fill(secret)
      await submit.click()
    },
  }
}
