import { registerPage } from '../pages/accounts/register-page.ts'
import { verifyOtpPage } from '../pages/accounts/verify-otp-page.ts'
import { newRegistration } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

test('AU-07 the form has all fields, and experience starts at beginner', async ({ page }) => {
  const form = registerPage(page)
  await form.open()
  for (const field of Object.values(form.field)) await expect(field).toBeVisible()
  await expect(form.experience).toHaveValue('beginner')
  await expect(form.experience.locator('option')).toHaveText([
    'Beginner (0-1 years)',
    'Intermediate (1-3 years)',
    'Advanced (3-5 years)',
    'Expert (5+ years)',
  ])
})

test('AU-08 each missing field shows its error', async ({ page }) => {
  const form = registerPage(page)
  await form.open()
  await form.submit.click()
  for (const text of [
    'First name is required',
    'Last name is required',
    'Username is required',
    'Email is required',
    'Phone number is required',
    'Password is required',
    'Please confirm your password',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(form.field.first_name).toBeFocused()
})

const WRONG = [
  ['username', 'ab', 'Username must be at least 3 characters long'],
  ['username', 'a b!', 'Username can only contain letters, numbers, and underscores'],
  ['email', 'meera@', 'Please enter a valid email address'],
  ['first_name', 'M', 'First name must be at least 2 characters long'],
  ['last_name', 'N', 'Last name must be at least 2 characters long'],
  ['phone_number', '98x', 'Please enter a valid phone number'],
  ['password', 'Short1', 'Password must be at least 8 characters long'],
  [
    'password',
    'alllower1',
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  ],
  ['password_confirm', 'Other1234', 'Passwords do not match'],
] as const

test('AU-08 AU-09 each invalid value shows its error, which disappears when the field is edited', async ({ page }) => {
  const form = registerPage(page)
  await form.open()
  for (const [name, value, text] of WRONG) {
    await form.fill({ ...newRegistration(), [name]: value })
    await form.submit.click()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await form.field[name].press('End')
    await form.field[name].pressSequentially('x')
    await expect(page.getByText(text, { exact: true })).toHaveCount(0)
  }
})

test('AU-10 success leads to /verify-otp with the email and the entered data as navigation state', async ({ page }) => {
  const registration = await verifyOtpPage(page).reach()
  await expect(page.getByText(registration.email)).toBeVisible()
  const state = await page.evaluate(() => history.state)
  expect(state.verification).toMatchObject({ email: registration.email, registration })
})

test('AU-10 a taken username shows its error beside the field, inline and as a notification', async ({
  page,
  person,
}) => {
  const form = registerPage(page)
  await form.open()
  await form.fill({ ...newRegistration(), username: person.username })
  await form.submit.click()
  await expect(form.failure).toBeVisible()
  const text = (await form.failure.textContent())!
  await expect(toast(page, text)).toBeVisible()
  await expect(form.field.username).toHaveAttribute('aria-invalid', 'true')
  await expect(form.field.username).toBeFocused()
})

test('AU-10 the failure text is chosen in the order of AU-04, with its own fallback', async ({ page }) => {
  let body: unknown
  await page.route('**/api/auth/register/', (route) => route.fulfill(json(400, body)))
  const form = registerPage(page)
  await form.open()
  await form.fill(newRegistration())
  for (const [answer, text] of [
    [{ non_field_errors: ['N'], detail: 'D' }, 'N'],
    [{ detail: 'D', error: 'E' }, 'D'],
    [{ error: 'E', email: ['F'] }, 'E'],
    [{ email: ['F'] }, 'F'],
    [{}, 'Registration failed. Please try again.'],
  ] as const) {
    body = answer
    await form.submit.click()
    await expect(form.failure).toHaveText(text)
  }
})
