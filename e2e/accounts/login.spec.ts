import { loginPage } from '../pages/accounts/login-page.ts'
import { registerPage } from '../pages/accounts/register-page.ts'
import { newRegistration, stored, storedKeys } from '../fixtures/people.ts'
import { expect, expectToastFor, hold, json, installClock, test, toast } from '../fixtures/test.ts'

test('AU-01 the form has two fields, a password toggle, remember me and both links', async ({ page }) => {
  const login = loginPage(page)
  await login.open()
  await expect(login.username).toBeVisible()
  await login.password.fill('Kaveri829')
  await expect(login.password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(login.password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(login.password).toHaveAttribute('type', 'password')
  await login.rememberMe.check()
  await expect(login.forgotLink).toHaveAttribute('href', '/forgot-password')
  await expect(login.registerLink).toHaveAttribute('href', '/register')
})

test('AU-02 validation names each missing field and focuses the first invalid one', async ({ page }) => {
  const login = loginPage(page)
  await login.open()
  await login.submit.click()
  await expect(page.getByText('Username or Email is required').last()).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(login.username).toBeFocused()
  await login.username.fill('demo')
  await login.password.fill('12345')
  await login.password.press('Enter')
  await expect(page.getByText('Password must be at least 6 characters long').first()).toBeVisible()
  await expect(login.password).toBeFocused()
})

test('AU-03 the first validation error is a notification of 4 s', async ({ page }) => {
  await installClock(page)
  const login = loginPage(page)
  await login.open()
  await login.submit.click()
  await expect(page.locator('[data-kind]')).toHaveCount(1)
  await expectToastFor(page, 'Username or Email is required', 4)
})

test('AU-04 a refusal is shown inline and for 6 s as a notification, and the typed values are kept', async ({
  page,
  person,
}) => {
  await installClock(page)
  const login = loginPage(page)
  await login.open()
  await login.signIn(person.username, 'Wrong1234')
  await expect(login.failure).toHaveText('Invalid username or password.')
  await expectToastFor(page, 'Invalid username or password.', 6)
  await expect(login.failure).toBeVisible()
  await expect(login.username).toHaveValue(person.username)
  await expect(login.password).toHaveValue('Wrong1234')
})

const ANSWERS = [
  [{ non_field_errors: ['First', 'Second'], detail: 'D', error: 'E', username: ['U'] }, 'First'],
  [{ detail: 'D', error: 'E', username: ['U'] }, 'D'],
  [{ error: 'E', username: ['U'] }, 'E'],
  [{ username: ['U'], password: ['P'] }, 'U'],
  [{}, 'Login failed. Please try again.'],
] as const

test('AU-04 the error text is chosen in the specified order', async ({ page }) => {
  const login = loginPage(page)
  let body: unknown
  await page.route('**/api/auth/login/', (route) => route.fulfill(json(400, body)))
  await login.open()
  for (const [answer, text] of ANSWERS) {
    body = answer
    await login.signIn('somebody', 'Kaveri829')
    await expect(login.failure).toHaveText(text)
  }
})

test('AU-05 an unreadable response is an unexpected error', async ({ page }) => {
  await page.route('**/api/auth/login/', (route) => route.fulfill({ status: 200, body: '<html>' }))
  const login = loginPage(page)
  await login.open()
  await login.signIn('somebody', 'Kaveri829')
  await expect(login.failure).toHaveText('An unexpected error occurred. Please try again.')
  await expect(toast(page, 'An unexpected error occurred. Please try again.')).toBeVisible()
})

for (const body of [{}, { access: 'a', refresh: 'r' }, { access: 'a', refresh: 'r', user: {} }]) {
  test(`AU-05 a sign-in answered with ${JSON.stringify(body)} is an error and leaves no session`, async ({ page }) => {
    await page.route('**/api/auth/login/', (route) => route.fulfill(json(200, body)))
    const login = loginPage(page)
    await login.open()
    await login.signIn('somebody', 'Kaveri829')
    await expect(login.failure).toHaveText('An unexpected error occurred. Please try again.')
    await expect(page).toHaveURL('/login')
    expect(await storedKeys(page)).toEqual([])
  })
}

test('AU-05 a registration with a malformed answer is an error and goes nowhere', async ({ page }) => {
  await page.route('**/api/auth/register/', (route) => route.fulfill(json(200, {})))
  const form = registerPage(page)
  await form.open()
  await form.fill(newRegistration())
  await form.submit.click()
  await expect(form.failure).toHaveText('An unexpected error occurred. Please try again.')
  await expect(page).toHaveURL('/register')
})

test('AU-06 R-08 SE-05 a trader signs in, is notified for 3 s and lands on /dashboard', async ({ page, person }) => {
  await installClock(page)
  const login = loginPage(page)
  await login.open()
  await login.rememberMe.check()
  await login.signIn(person.email, person.password)
  await expectToastFor(page, 'Login successful!', 3)
  await expect(page).toHaveURL('/dashboard')
  expect(await storedKeys(page)).toEqual(['access_token', 'refresh_token', 'user', 'remember_me'])
  const user: unknown = JSON.parse((await stored(page, 'user'))!)
  expect(user).toMatchObject({ username: person.username, is_admin: false })
  expect(await stored(page, 'remember_me')).toBe('true')
})

test('R-08 an admin who signs in lands on /admin', async ({ page }) => {
  const login = loginPage(page)
  await login.open()
  await page.getByRole('button', { name: 'Use the sign-in of admin' }).click()
  await login.submit.click()
  await expect(page).toHaveURL('/admin')
})

test('SE-05 the button is disabled while signing in; after a failure nobody is signed in', async ({ page }) => {
  const { held, release } = hold()
  await page.route('**/api/auth/login/', async (route) => {
    await held
    await route.fulfill(json(400, { non_field_errors: ['No'] }))
  })
  const login = loginPage(page)
  await login.open()
  await login.signIn('somebody', 'Kaveri829')
  await expect(login.submit).toBeDisabled()
  await expect(login.failure).toHaveCount(0)
  release()
  await expect(login.failure).toHaveText('No')
  await expect(login.submit).toBeEnabled()
  expect(await storedKeys(page)).toEqual([])
})
