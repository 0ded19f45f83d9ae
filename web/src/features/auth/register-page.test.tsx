import { register } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, refuse } from '../../testing/answers.ts'
import { expectPath, toast, visit } from '../../testing/open-app.tsx'

const field = {
  first_name: page.getByLabelText('First name'),
  last_name: page.getByLabelText('Last name'),
  username: page.getByLabelText('Username'),
  email: page.getByLabelText('Email', { exact: true }),
  phone_number: page.getByLabelText('Phone number'),
  password: page.getByLabelText('Password', { exact: true }),
  password_confirm: page.getByLabelText('Confirm password'),
}
const submit = page.getByRole('button', { name: 'Create account' })
const GOOD = {
  first_name: 'Meera',
  last_name: 'Nair',
  username: 'meera',
  email: 'meera@example.com',
  phone_number: '+91 98765 43210',
  password: 'Kaveri829',
  password_confirm: 'Kaveri829',
}

async function fill(values: Partial<typeof GOOD>) {
  for (const [name, value] of Object.entries(values)) await field[name as keyof typeof GOOD].fill(value)
}

test('AU-07 the form has all fields, and experience starts at beginner', async () => {
  await visit('/register')
  for (const input of Object.values(field)) await expect.element(input).toBeVisible()
  const experience = page.getByLabelText('Trading experience')
  await expect.element(experience).toHaveValue('beginner')
  expect([...experience.element().querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    'Beginner (0-1 years)',
    'Intermediate (1-3 years)',
    'Advanced (3-5 years)',
    'Expert (5+ years)',
  ])
})

test('AU-08 each missing field shows its error', async () => {
  await visit('/register')
  await submit.click()
  for (const text of [
    'First name is required',
    'Last name is required',
    'Username is required',
    'Email is required',
    'Phone number is required',
    'Password is required',
    'Please confirm your password',
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(field.first_name).toHaveFocus()
})

test.for([
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
] as const)(
  'AU-08 AU-09 %s "%s" shows its error, which disappears when the field is edited',
  async ([name, value, text]) => {
    await visit('/register')
    await fill(name === 'password_confirm' ? { password: 'Kaveri829', [name]: value } : { [name]: value })
    await submit.click()
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    await field[name].fill(`${value}x`)
    await expect.element(page.getByText(text, { exact: true })).not.toBeInTheDocument()
  },
)

test('AU-10 the failure text is chosen in the order of AU-04, with its own fallback', async () => {
  await visit('/register')
  await fill(GOOD)
  for (const [body, text] of [
    [{ non_field_errors: ['N'], detail: 'D' }, 'N'],
    [{ detail: 'D', error: 'E' }, 'D'],
    [{ error: 'E', email: ['F'] }, 'E'],
    [{ email: ['F'] }, 'F'],
    [{}, 'Registration failed. Please try again.'],
  ] as const) {
    refuse(register, 400, body)
    await submit.click()
    await expect.element(page.getByTestId('form-failure')).toHaveTextContent(text)
  }
})

test('AU-10 success leads to /verify-otp with the email and the entered data as navigation state', async () => {
  answer(register, { success: true, message: 'Sent' })
  await visit('/register')
  await fill(GOOD)
  await submit.click()
  await expectPath('/verify-otp')
  await expect.element(page.getByText(GOOD.email)).toBeVisible()
  expect(window.history.state.verification).toMatchObject({ email: GOOD.email, registration: GOOD })
})

test('AU-10 a taken username shows its error beside the field, inline and as a notification', async () => {
  const text = 'A user with that username already exists.'
  refuse(register, 400, { username: [text] })
  await visit('/register')
  await fill(GOOD)
  await submit.click()
  await expect.element(page.getByTestId('form-failure')).toHaveTextContent(text)
  await expect.element(toast(text)).toBeVisible()
  await expect.element(field.username).toHaveAccessibleDescription(text)
  await expect.element(field.username).toHaveFocus()
})

test('AU-05 a registration with a malformed answer is an error and goes nowhere', async () => {
  given(register, () => ({ status: 200, body: {} }))
  await visit('/register')
  await fill(GOOD)
  await submit.click()
  const text = 'An unexpected error occurred. Please try again.'
  await expect.element(page.getByTestId('form-failure')).toHaveTextContent(text)
  await expectPath('/register')
})

test('the registration form says what it accepts, and its links keep what was typed', async () => {
  await visit('/register')
  const terms = page.getByRole('form').getByRole('link', { name: 'Terms of use' })
  await expect.element(terms).toHaveAttribute('href', '/terms')
  await expect.element(terms).toHaveAttribute('target', '_blank')
})
