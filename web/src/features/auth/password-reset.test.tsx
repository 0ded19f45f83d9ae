import { forgotPassword, resetPassword, validateResetToken } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, hold, refuse, sentTo } from '../../testing/answers.ts'
import { button, expectSaid, expectTexts, fill } from '../../testing/controls.ts'
import { expectPath, toast, visit } from '../../testing/open-app.tsx'

const email = page.getByLabelText('Email', { exact: true })
const failure = page.getByTestId('form-failure')
const main = page.getByRole('main')

test('AU-14 the email is validated, a failure shows its text, and a confirmation offers to try again', async () => {
  const send = button('Send reset link')
  const sent = 'Password reset instructions have been sent to your email.'
  await visit('/forgot-password')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Email is required')
  await email.fill('meera')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address')
  await email.fill('meera@example.com')
  await expectFailures(forgotPassword, send, 'Failed to send password reset email. Please try again.')
  answer(forgotPassword, { message: sent })
  await expectSaid(send, sent)
  await expectTexts(main, 'Check your email', sent)
  await button('Try again').click()
  await expect.element(email).toHaveValue('meera@example.com')
})

test('AU-15 AU-16 the token is validated on load behind a spinner; an invalid or missing one is reported, with the reasons and how to get a new one', async () => {
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
  await visit('/reset-password')
  await expect.element(failure).toHaveTextContent('Invalid reset link. Please request a new password reset.')
  await expectTexts(main, 'This link does not work', /expired.*24 hours/, /already used/, /malformed/)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expectPath('/forgot-password')
})

test('AU-16 AU-19 the new password is validated, a failure shows its text, and success leads to the sign-in', async () => {
  const save = button('Set password')
  answer(validateResetToken, { email: 'm@example.com' })
  await visit('/reset-password?token=abc')
  await expect.element(page.getByText('m@example.com')).toBeVisible()
  const upper = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'
  for (const [first, second, text] of [
    ['Short1', 'Short1', 'Password must be at least 8 characters long'],
    ['alllower1', 'alllower1', upper],
    ['Kaveri829', 'Kaveri820', 'Passwords do not match'],
  ] as const) {
    await fill({ 'New password': first, 'Confirm new password': second })
    await save.click()
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  }
  await fill({ 'Confirm new password': 'Kaveri829' })
  await expectFailures(resetPassword, save, 'Failed to reset password. Please try again.')
  answer(resetPassword, { message: 'Done' })
  await save.click()
  await expectTexts(main, 'Password has been reset successfully. You can now login with your new password.')
  await expect.element(page.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/login')
})

async function expectFailures(call: typeof forgotPassword | typeof resetPassword, send: typeof email, own: string) {
  for (const [body, text] of [
    [{ error: 'E', detail: 'D' }, 'E'],
    [{ detail: 'D' }, 'D'],
    [{}, own],
  ] as const) {
    refuse(call, 400, body)
    await send.click()
    await expect.element(failure).toHaveTextContent(text)
    expect(toast(/./).elements()).toEqual([])
  }
}
