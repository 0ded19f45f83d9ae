import type { Page } from '@playwright/test'
import { newRegistration } from '../../fixtures/people.ts'
import { json } from '../../fixtures/test.ts'
import { registerPage } from './register-page.ts'

export function verifyOtpPage(page: Page) {
  const digits = page.getByRole('textbox', { name: /Digit \d of 6/ })
  return {
    digits,
    timer: page.getByRole('timer'),
    submit: page.getByRole('button', { name: 'Verify email' }),
    resend: page.getByRole('button', { name: 'Resend code' }),
    back: page.getByRole('button', { name: 'Back to registration' }),
    failure: page.getByTestId('form-failure'),
    mailLink: page.getByRole('link', { name: /demo’s mail page/ }),
    async type(code: string) {
      await digits.first().click()
      await page.keyboard.type(code)
    },
    /** Registers through the form with a mocked success, for tests that need no real code. */
    async reach(registration = newRegistration()) {
      await page.route('**/api/auth/register/', (route) => route.fulfill(json(200, { success: true, message: 'Sent' })))
      const form = registerPage(page)
      await form.open()
      await form.fill(registration)
      await form.submit.click()
      await page.waitForURL('**/verify-otp')
      return registration
    },
  }
}
