import { forgotPassword } from '@trading-bot/contract/rest/accounts/auth'
import { listDemoMail } from '@trading-bot/contract/rest/operations/platform'
import type { APIRequestContext } from '@playwright/test'
import { forgotPasswordPage } from '../pages/accounts/forgot-password-page.ts'
import { resetPasswordPage } from '../pages/accounts/reset-password-page.ts'
import { send } from '../fixtures/people.ts'
import { expect, hold, json, test, toast } from '../fixtures/test.ts'

const SENT = 'Password reset instructions have been sent to your email.'

test('AU-14 the email is required and must be valid', async ({ page }) => {
  const forgot = forgotPasswordPage(page)
  await forgot.open()
  await forgot.submit.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await forgot.email.fill('meera')
  await forgot.submit.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
})

test('AU-14 a confirmation is shown, with a link to try again', async ({ page, person }) => {
  const forgot = forgotPasswordPage(page)
  await forgot.open()
  await forgot.email.fill(person.email)
  await forgot.email.press('Enter')
  await expect(forgot.confirmation).toBeVisible()
  await expect(page.getByRole('main').getByText(SENT)).toBeVisible()
  await expect(toast(page, SENT)).toBeVisible()
  await forgot.tryAgain.click()
  await expect(forgot.email).toHaveValue(person.email)
})

test('AU-14 a failure shows the server’s error or detail, otherwise the page’s own text', async ({ page }) => {
  let body: unknown
  await page.route('**/api/auth/forgot-password/', (route) => route.fulfill(json(400, body)))
  const forgot = forgotPasswordPage(page)
  await forgot.open()
  await forgot.email.fill('meera@example.com')
  for (const [answer, text] of [
    [{ error: 'E', detail: 'D' }, 'E'],
    [{ detail: 'D' }, 'D'],
    [{}, 'Failed to send password reset email. Please try again.'],
  ] as const) {
    body = answer
    await forgot.submit.click()
    await expect(forgot.failure).toHaveText(text)
  }
})

test('AU-15 AU-16 a link without a token shows the reasons and how to get a new one', async ({ page }) => {
  const reset = resetPasswordPage(page)
  await reset.open()
  await expect(reset.invalid).toBeVisible()
  await expect(reset.failure).toHaveText('Invalid reset link. Please request a new password reset.')
  for (const reason of [/expired.*24 hours/, /already used/, /malformed/]) {
    await expect(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('AU-15 AU-16 the token is validated on load behind a spinner, and an invalid one is reported', async ({
  page,
}) => {
  const { held, release } = hold()
  let body: unknown = { error: 'Token says no' }
  await page.route('**/api/auth/validate-reset-token/', async (route) => {
    await held
    await route.fulfill(json(400, body))
  })
  const reset = resetPasswordPage(page)
  const request = page.waitForRequest('**/api/auth/validate-reset-token/')
  await reset.open('007')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect((await request).postDataJSON()).toEqual({ token: '007' })
  release()
  await expect(reset.failure).toHaveText('Token says no')
  body = {}
  await reset.open('abc')
  await expect(reset.failure).toHaveText('Invalid or expired reset token')
})

test('AU-19 the new password is validated as on registration', async ({ page }) => {
  await page.route('**/api/auth/validate-reset-token/', (route) => route.fulfill(json(200, { email: 'm@example.com' })))
  const reset = resetPasswordPage(page)
  await reset.open('abc')
  for (const [password, confirmation, text] of [
    ['Short1', 'Short1', 'Password must be at least 8 characters long'],
    [
      'alllower1',
      'alllower1',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    ['Kaveri829', 'Kaveri820', 'Passwords do not match'],
  ] as const) {
    await reset.password.fill(password)
    await reset.confirmation.fill(confirmation)
    await reset.submit.click()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
})

test('AU-16 a failed reset shows the server’s error or detail, otherwise the page’s own text', async ({ page }) => {
  let body: unknown
  await page.route('**/api/auth/validate-reset-token/', (route) => route.fulfill(json(200, { email: 'm@example.com' })))
  await page.route('**/api/auth/reset-password/', (route) => route.fulfill(json(400, body)))
  const reset = resetPasswordPage(page)
  await reset.open('abc')
  await reset.password.fill('Kaveri829')
  await reset.confirmation.fill('Kaveri829')
  for (const [answer, text] of [
    [{ error: 'E', detail: 'D' }, 'E'],
    [{ detail: 'D' }, 'D'],
    [{}, 'Failed to reset password. Please try again.'],
  ] as const) {
    body = answer
    await reset.submit.click()
    await expect(reset.failure).toHaveText(text)
  }
})

test('AU-15 AU-16 AU-17 a mailed link sets the password once', async ({ page, request, person }) => {
  const token = await mailedToken(request, person.email)
  const reset = resetPasswordPage(page)
  await reset.open(token)
  await expect(page.getByText(person.email)).toBeVisible()
  await reset.password.fill('Changed123')
  await reset.confirmation.fill('Changed123')
  await reset.submit.click()
  await expect(reset.done).toBeVisible()
  const text = 'Password has been reset successfully. You can now login with your new password.'
  await expect(page.getByRole('main').getByText(text)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/login')
  await reset.open(token)
  await expect(reset.invalid).toBeVisible()
})

test('AU-15 the token is removed from the URL after reading; the reset works, and a reload explains what to do', async ({
  page,
  request,
  person,
}) => {
  const older = await mailedToken(request, person.email)
  const token = await mailedToken(request, person.email)
  const reset = resetPasswordPage(page)
  await reset.open(token)
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText(person.email)).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify([location.href, history.state, localStorage, sessionStorage]))
  expect(kept).not.toContain(token)

  await page.reload()
  await expect(reset.reloaded).toBeVisible()
  await expect(page.getByText('Open the link in your email again, or request a new one.')).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.goBack()
  await expect(reset.reloaded).toBeVisible()

  await reset.open(older)
  await expect(reset.invalid).toBeVisible()
  await reset.open(token)
  await reset.password.fill('Changed123')
  await reset.confirmation.fill('Changed123')
  await reset.submit.click()
  await expect(reset.done).toBeVisible()
})

async function mailedToken(request: APIRequestContext, email: string): Promise<string> {
  await send(request, forgotPassword, { email })
  const [mail] = await send(request, listDemoMail, { to: email })
  const token = /[?&]token=([^\s&]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('no reset link was mailed')
  return token
}
