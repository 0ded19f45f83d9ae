import { registerPage } from '../pages/accounts/register-page.ts'
import { verifyOtpPage } from '../pages/accounts/verify-otp-page.ts'
import { mailedCode, newRegistration, send } from '../fixtures/people.ts'
import { expect, json, installClock, test, toast } from '../fixtures/test.ts'
import { register } from '@trading-bot/contract/rest/accounts/auth'

test('AU-11 only digits are accepted, at most six, and fewer are rejected', async ({ page }) => {
  const verify = verifyOtpPage(page)
  await verify.reach()
  await expect(verify.digits).toHaveCount(6)
  await expect(verify.digits.first()).toBeFocused()
  await verify.type('1a2b3')
  await verify.submit.click()
  await expect(verify.failure).toHaveText('Please enter a valid 6-digit OTP')
  const typed = async () =>
    (await verify.digits.evaluateAll((all) => all.map((i) => (i as HTMLInputElement).value))).join('')
  expect(await typed()).toBe('123')
})

test('AU-11 the countdown runs from 300 s; resending the code restarts it', async ({ page }) => {
  await installClock(page)
  const verify = verifyOtpPage(page)
  const registration = await verify.reach()
  await expect(verify.timer).toHaveText(/The code expires in (5:00|4:5\d)/)
  const { sentAtMs } = await page.evaluate(() => history.state.verification)
  await page.clock.pauseAt(sentAtMs + 10_500)
  await page.clock.runFor(1_000)
  await expect(verify.timer).toHaveText('The code expires in 4:49')
  await page.clock.runFor(288_000)
  await expect(verify.timer).toHaveText('The code expires in 0:01')
  await expect(verify.resend).toBeDisabled()
  await page.clock.runFor(1_000)
  await expect(verify.timer).toHaveText('The code has expired.')
  await expect(verify.resend).toBeEnabled()

  const request = page.waitForRequest('**/api/auth/resend-otp/')
  await page.route('**/api/auth/resend-otp/', (route) => route.fulfill(json(200, { success: true, message: 'Sent' })))
  await verify.resend.click()
  expect((await request).postDataJSON()).toEqual({ email: registration.email })
  await expect(toast(page, 'OTP sent successfully! Please check your email.')).toBeVisible()
  await expect(verify.timer).toHaveText('The code expires in 5:00')
  await expect(verify.resend).toBeDisabled()
})

test('AU-11 going back keeps the typed values except the passwords', async ({ page }) => {
  const verify = verifyOtpPage(page)
  const registration = await verify.reach()
  await verify.back.click()
  await expect(page).toHaveURL('/register')
  const form = registerPage(page)
  await expect(form.field.email).toHaveValue(registration.email)
  await expect(form.field.password).toHaveValue('')
  expect(JSON.stringify(await page.evaluate(() => history.state))).not.toContain(registration.password)
})

test('AU-12 without navigation state the page redirects to /register', async ({ page }) => {
  await page.goto('/verify-otp')
  await expect(page).toHaveURL('/register')
})

test('AU-13 a wrong code is rejected with the server’s message', async ({ page }) => {
  const verify = verifyOtpPage(page)
  await verify.reach()
  await verify.type('000000')
  await verify.submit.click()
  await expect(verify.failure).toHaveText('Invalid OTP. Please try again.')
  await expect(toast(page, 'Invalid OTP. Please try again.')).toBeVisible()
})

test('AU-13 the server’s message comes first, otherwise the page’s own text', async ({ page }) => {
  await installClock(page)
  const verify = verifyOtpPage(page)
  await verify.reach()
  let reply = json(400, { message: 'This OTP has expired.' })
  await page.route('**/api/auth/verify-otp/', (route) => route.fulfill(reply))
  await page.route('**/api/auth/resend-otp/', (route) => route.fulfill(reply))
  await verify.type('123456')
  await verify.submit.click()
  await expect(verify.failure).toHaveText('This OTP has expired.')
  reply = json(400, {})
  await expect(verify.digits.first()).toBeFocused()
  await page.keyboard.type('123456')
  await verify.submit.click()
  await expect(verify.failure).toHaveText('Invalid OTP. Please try again.')
  reply = json(500, {})
  await page.keyboard.type('123456')
  await verify.submit.click()
  await expect(verify.failure).toHaveText('Failed to verify OTP. Please try again.')
  await page.clock.fastForward(301_000)
  await page.clock.runFor(1_000)
  await verify.resend.click()
  await expect(toast(page, 'Failed to resend OTP. Please try again.')).toBeVisible()
  reply = json(429, { message: 'Too many codes.' })
  await verify.resend.click()
  await expect(toast(page, 'Too many codes.')).toBeVisible()
})

test('AU-13 AU-17 the correct code signs in once, and no password stays in the history', async ({ page, request }) => {
  const registration = newRegistration()
  await send(request, register, registration)
  const verify = verifyOtpPage(page)
  await verify.reach(registration)
  const depth = await page.evaluate(() => history.length)
  await verify.type(await mailedCode(request, registration.email))
  await verify.submit.click()
  await expect(page).toHaveURL('/dashboard')
  await expect(toast(page, 'Email verified successfully! Welcome to Trading Bot!')).toBeVisible()
  expect(JSON.stringify(await page.evaluate(() => history.state))).not.toContain(registration.password)
  // The history entry with the registration is replaced, not kept.
  expect(await page.evaluate(() => history.length)).toBe(depth)
})
