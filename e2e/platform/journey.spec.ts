import { demoMailPage } from '../pages/accounts/demo-mail-page.ts'
import { forgotPasswordPage } from '../pages/accounts/forgot-password-page.ts'
import { loginPage } from '../pages/accounts/login-page.ts'
import { registerPage } from '../pages/accounts/register-page.ts'
import { resetPasswordPage } from '../pages/accounts/reset-password-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { verifyOtpPage } from '../pages/accounts/verify-otp-page.ts'
import { newRegistration } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/test.ts'

test('AU-10 AU-13 AU-14 AU-15 AU-16 AU-17 a user registers, verifies, signs out, resets the password and signs in; no URL contains a secret', async ({
  page,
  context,
}) => {
  const addresses: string[] = []
  context.on('request', (request) => void addresses.push(request.url()))
  const person = newRegistration()

  await loginPage(page).open()
  await loginPage(page).registerLink.click()
  await registerPage(page).fill(person)
  await registerPage(page).submit.click()

  const verify = verifyOtpPage(page)
  const mailTab = context.waitForEvent('page')
  await verify.mailLink.click()
  const mail = await mailTab
  await expect(demoMailPage(mail).mails).toHaveCount(1)
  const code = (await demoMailPage(mail).code.textContent())!
  await verify.type(code)
  await verify.submit.click()
  await expect(page).toHaveURL('/dashboard')
  await expect(shell(page).sidebar).toContainText(person.email)
  const tokens = await page.evaluate(() => [
    localStorage.getItem('access_token')!,
    localStorage.getItem('refresh_token')!,
  ])

  await shell(page).logout.click()
  await loginPage(page).forgotLink.click()
  await forgotPasswordPage(page).email.fill(person.email)
  await forgotPasswordPage(page).submit.click()
  await expect(forgotPasswordPage(page).confirmation).toBeVisible()

  // The mail page refreshes itself.
  await expect(demoMailPage(mail).mails).toHaveCount(2)
  const link = new URL((await demoMailPage(mail).link.getAttribute('href'))!)
  await page.goto(`${link.pathname}${link.search}`)
  const reset = resetPasswordPage(page)
  // The token leaves the address at once, so a reload explains what to do.
  await expect(reset.submit).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  const kept = await page.evaluate(() => JSON.stringify([location.href, history.state, localStorage, sessionStorage]))
  expect(kept).not.toContain(link.searchParams.get('token'))
  await page.reload()
  await expect(reset.reloaded).toBeVisible()
  await page.goto(`${link.pathname}${link.search}`)
  await reset.password.fill('Changed123')
  await reset.confirmation.fill('Changed123')
  await reset.submit.click()
  await expect(page.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
  await page.goto(`${link.pathname}${link.search}`)
  await expect(reset.invalid).toBeVisible()
  await loginPage(page).open()
  await loginPage(page).signIn(person.email, 'Changed123')
  await expect(page).toHaveURL('/dashboard')

  const secrets = [person.password, 'Changed123', code, ...tokens]
  expect(addresses.filter((address) => secrets.some((secret) => address.includes(secret)))).toEqual([])
  const token = link.searchParams.get('token')!
  const withToken = addresses.filter((address) => address.includes(token)).map((address) => new URL(address).pathname)
  expect(new Set(withToken)).toEqual(new Set(['/reset-password']))
})
