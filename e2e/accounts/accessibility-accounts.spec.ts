import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { forgotPasswordPage } from '../pages/accounts/forgot-password-page.ts'
import { loginPage } from '../pages/accounts/login-page.ts'
import { profilePage } from '../pages/accounts/profile-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { verifyOtpPage } from '../pages/accounts/verify-otp-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { json, test } from '../fixtures/test.ts'

// Running every axe rule on every state is slow, so a busy machine gets more time.
test.setTimeout(60_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds no violations on the sign-in page, in light and dark', async ({ page }) => {
  const login = loginPage(page)
  await login.open()
  await page.getByText('Demo world').waitFor()
  await expectNoViolations(page, 'login')
  await login.submit.click()
  await login.signIn('nobody_at_all', 'Wrong1234')
  await login.failure.waitFor()
  await expectNoViolations(page, 'login, refused')
})

test('axe finds no violations while registering, in light and dark', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectNoViolations(page, 'register, with errors')
  await verifyOtpPage(page).reach()
  await expectNoViolations(page, 'verify-otp')
})

test('axe finds no violations on the way to a new password, in light and dark', async ({ page }) => {
  await forgotPasswordPage(page).open()
  await forgotPasswordPage(page).submit.waitFor()
  await expectNoViolations(page, 'forgot-password')
  await page.route('**/api/auth/forgot-password/', (route) => route.fulfill(json(200, { message: 'Sent' })))
  await forgotPasswordPage(page).email.fill('m@example.com')
  await forgotPasswordPage(page).submit.click()
  await forgotPasswordPage(page).confirmation.waitFor()
  await expectNoViolations(page, 'forgot-password, sent')
  await page.goto('/reset-password')
  await page.getByRole('heading').waitFor()
  await expectNoViolations(page, 'reset-password, invalid')
  await page.route('**/validate-reset-token/', (route) => route.fulfill(json(200, { email: 'm@example.com' })))
  await page.goto('/reset-password?token=abc')
  await page.getByRole('button', { name: 'Set password' }).waitFor()
  await expectNoViolations(page, 'reset-password')
})

test('axe finds no violations in the demo mail, in light and dark', async ({ page, person }) => {
  await page.goto(`/dev/mail?to=${person.email}`)
  await page.getByRole('article').waitFor()
  await expectNoViolations(page, 'dev/mail')
})

test('axe finds no violations in the shell, in light and dark', async ({ page, admin }) => {
  await storeSession(page, admin)
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await expectNoViolations(page, 'admin')
  await page.route('**/api/auth/profile/', (route) => route.fulfill(json(200, { ...admin.user, must_enrol: true })))
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
  await expectNoViolations(page, 'profile, to enrol')
})

test('axe finds no violations on the profile and in the drawer, in light and dark', async ({ page, trader }) => {
  await storeSession(page, trader)
  const profile = profilePage(page)
  await profile.open()
  await profile.devices.rows.first().waitFor()
  await expectNoViolations(page, 'profile')
  await shell(page).account.click()
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await expectNoViolations(page, 'profile, account menu')
  await page.keyboard.press('Escape')
  await profile.devices.everywhere.click()
  await profile.dialog.waitFor()
  await expectNoViolations(page, 'profile, dialog')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  await shell(page).openDrawer.click()
  await shell(page).drawer.waitFor()
  await expectNoViolations(page, 'pricing, drawer')
})
