import { register } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, refuse } from '../../testing/answers.ts'
import { button, fieldOf, fill, texts } from '../../testing/controls.ts'
import { expectPath, toast, visit } from '../../testing/open-app.tsx'

const submit = button('Create account')
const failure = page.getByTestId('form-failure')
const exactly = (text: string) => page.getByText(text, { exact: true })
const PASSWORD_RULE = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'

test('AU-07 AU-08 AU-09 the form names each invalid field until it is edited', async () => {
  await visit('/register')
  await submit.click()
  for (const name of ['First name', 'Last name', 'Username', 'Email', 'Phone number', 'Password'])
    await expect.element(exactly(`${name} is required`)).toBeVisible()
  await expect.element(exactly('Please confirm your password')).toBeVisible()
  await expect.element(fieldOf('First name')).toHaveFocus()
  for (const [label, value, text] of [
    ['Username', 'ab', 'Username must be at least 3 characters long'],
    ['Username', 'a b!', 'Username can only contain letters, numbers, and underscores'],
    ['Email', 'meera@', 'Please enter a valid email address'],
    ['First name', 'M', 'First name must be at least 2 characters long'],
    ['Last name', 'N', 'Last name must be at least 2 characters long'],
    ['Phone number', '98x', 'Please enter a valid phone number'],
    ['Password', 'Short1', 'Password must be at least 8 characters long'],
    ['Password', 'alllower1', PASSWORD_RULE],
    ['Confirm password', 'Other1234', 'Passwords do not match'],
  ] as const) {
    await fill({ [label]: value })
    await submit.click()
    await expect.element(exactly(text)).toBeVisible()
    await fill({ [label]: `${value}x` })
    await expect.element(exactly(text)).not.toBeInTheDocument()
  }
  const experience = page.getByLabelText('Trading experience')
  await expect.element(experience).toHaveValue('beginner')
  expect(texts(experience.css('option'))).toEqual([
    'Beginner (0-1 years)',
    'Intermediate (1-3 years)',
    'Advanced (3-5 years)',
    'Expert (5+ years)',
  ])
  // Its links keep what was typed.
  const terms = page.getByRole('form').getByRole('link', { name: 'Terms of use' })
  await expect.element(terms).toHaveAttribute('href', '/terms')
  await expect.element(terms).toHaveAttribute('target', '_blank')
})

test('AU-05 AU-10 a refusal is shown inline, once: beside its field where it has one; success leads to /verify-otp with what was entered', async () => {
  await visit('/register')
  await fill({ 'First name': 'Meera', 'Last name': 'Nair', Username: 'meera', Email: 'meera@example.com' })
  await fill({ 'Phone number': '+91 98765 43210', Password: 'Kaveri829', 'Confirm password': 'Kaveri829' })
  refuse(register, 400)
  await submit.click()
  await expect.element(failure).toHaveTextContent('Registration failed. Please try again.')
  expect(toast(/./).elements()).toEqual([])
  given(register, () => ({ status: 200, body: {} }))
  await submit.click()
  await expect.element(failure).toHaveTextContent('An unexpected error occurred. Please try again.')
  await expectPath('/register')
  const taken = 'A user with that username already exists.'
  refuse(register, 400, { username: [taken] })
  await submit.click()
  await expect.element(fieldOf('Username')).toHaveAccessibleDescription(taken)
  expect(page.getByText(taken).elements()).toHaveLength(1)
  await expect.element(fieldOf('Username')).toHaveFocus()
  answer(register, { success: true, message: 'Sent' })
  await submit.click()
  await expectPath('/verify-otp')
  await expect.element(page.getByText('meera@example.com')).toBeVisible()
  expect(window.history.state.verification).toMatchObject({
    email: 'meera@example.com',
    registration: { first_name: 'Meera', phone_number: '+91 98765 43210', password: 'Kaveri829' },
  })
})
