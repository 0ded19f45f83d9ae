import { forgotPassword, resetPassword, validateResetToken } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, hold, refuse, sentTo } from '../../testing/answers.ts'
import { expectPath, toast, visit } from '../../testing/open-app.tsx'

const email = page.getByLabelText('Email', { exact: true })
const send = page.getByRole('button', { name: 'Send reset link' })
const password = page.getByLabelText('New password', { exact: true })
const confirmation = page.getByLabelText('Confirm new password')
const save = page.getByRole('button', { name: 'Set password' })
const failure = page.getByTestId('form-failure')
const SENT = 'Password reset instructions have been sent to your email.'

test('AU-14 the email is required and must be valid', async () => {
  await visit('/forgot-password')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Email is required')
  await email.fill('meera')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address')
})

test('AU-14 a confirmation is shown, with a link to try again', async () => {
  answer(forgotPassword, { message: SENT })
  await visit('/forgot-password')
  await email.fill('meera@example.com')
  await send.click()
  await expect.element(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveTextContent(SENT)
  await expect.element(toast(SENT)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(email).toHaveValue('meera@example.com')
})

test('AU-14 a failure shows the server’s error or detail, otherwise the page’s own text', async () => {
  await visit('/forgot-password')
  await email.fill('meera@example.com')
  await expectTexts(forgotPassword, send, 'Failed to send password reset email. Please try again.')
})

test('AU-15 AU-16 a link without a token shows the reasons and how to get a new one', async () => {
  await visit('/reset-password')
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect.element(failure).toHaveTextContent('Invalid reset link. Please request a new password reset.')
  for (const reason of [/expired.*24 hours/, /already used/, /malformed/])
    await expect.element(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expectPath('/forgot-password')
})

test('AU-15 AU-16 the token is validated on load behind a spinner, and an invalid one is reported', async () => {
  const { held, release } = hold()
  given(validateResetToken, async () => {
    await held
    return { status: 400, body: { error: 'Token says no' } }
  })
  await visit('/reset-password?token=007')
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect.poll(() => sentTo(validateResetToken)[0]?.body).toEqual({ token: '007' })
  expect(window.location.search).toBe('')
  release()
  await expect.element(failure).toHaveTextContent('Token says no')
  refuse(validateResetToken, 400)
  await visit('/reset-password?token=abc')
  await expect.element(failure).toHaveTextContent('Invalid or expired reset token')
})

test('AU-19 the new password is validated as on registration', async () => {
  answer(validateResetToken, { email: 'm@example.com' })
  await visit('/reset-password?token=abc')
  for (const [first, second, text] of [
    ['Short1', 'Short1', 'Password must be at least 8 characters long'],
    [
      'alllower1',
      'alllower1',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    ['Kaveri829', 'Kaveri820', 'Passwords do not match'],
  ] as const) {
    await password.fill(first)
    await confirmation.fill(second)
    await save.click()
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  }
})

test('AU-16 a failed reset shows the server’s error or detail, otherwise the page’s own text', async () => {
  answer(validateResetToken, { email: 'm@example.com' })
  await visit('/reset-password?token=abc')
  await password.fill('Kaveri829')
  await confirmation.fill('Kaveri829')
  await expectTexts(resetPassword, save, 'Failed to reset password. Please try again.')
})

test('AU-16 a successful reset says so and leads to the sign-in', async () => {
  answer(validateResetToken, { email: 'm@example.com' })
  answer(resetPassword, { message: 'Done' })
  await visit('/reset-password?token=abc')
  await expect.element(page.getByText('m@example.com')).toBeVisible()
  await password.fill('Kaveri829')
  await confirmation.fill('Kaveri829')
  await save.click()
  const text = 'Password has been reset successfully. You can now login with your new password.'
  await expect.element(page.getByRole('main')).toHaveTextContent(text)
  await expect.element(page.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/login')
})

async function expectTexts(call: typeof forgotPassword | typeof resetPassword, button: typeof send, own: string) {
  for (const [body, text] of [
    [{ error: 'E', detail: 'D' }, 'E'],
    [{ detail: 'D' }, 'D'],
    [{}, own],
  ] as const) {
    refuse(call, 400, body)
    await button.click()
    await expect.element(failure).toHaveTextContent(text)
  }
}
