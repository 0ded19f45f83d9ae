import { logIn, readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, hold, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { expectToastFor, stopClock } from '../../testing/clock.ts'
import { button, expectSaid } from '../../testing/controls.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'

const username = page.getByLabelText('Username or email')
const password = page.getByLabelText('Password', { exact: true })
const submit = button('Sign in')
const failure = page.getByTestId('form-failure')

async function open() {
  await visit('/login')
  await expect.element(submit).toBeVisible()
}

async function signIn(name = 'somebody', secret = 'Kaveri829') {
  await username.fill(name)
  await password.fill(secret)
  await submit.click()
}

test('AU-01 the form has a password toggle, remember me and its links', async () => {
  await open()
  for (const [toggle, type] of Object.entries({ 'Show password': 'text', 'Hide password': 'password' })) {
    await button(toggle).click()
    await expect.element(password).toHaveAttribute('type', type)
  }
  await expect.element(page.getByLabelText('Remember me')).not.toBeChecked()
  const links = { 'Forgot password?': '/forgot-password', 'Create an account': '/register', Help: '/help' }
  for (const [name, href] of Object.entries(links))
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href)
})

test('AU-02 AU-03 each invalid field is named, the first one has the focus and is a notification of 4 s', async () => {
  await open()
  stopClock()
  await submit.click()
  await expectToastFor('Username or Email is required', 4)
  await expect.element(username).toHaveAccessibleDescription('Username or Email is required')
  await expect.element(password).toHaveAccessibleDescription('Password is required')
  await expect.element(username).toHaveFocus()
  await signIn('demo', '12345')
  await expect.element(password).toHaveAccessibleDescription('Password must be at least 6 characters long')
  await expect.element(password).toHaveFocus()
})

test('AU-04 SE-05 the button rests while signing in; a refusal is shown inline and for 6 s, and the typed values stay', async () => {
  const { held, release } = hold()
  given(logIn, async () => {
    await held
    return { status: 400, body: { non_field_errors: ['Invalid username or password.'] } }
  })
  await open()
  stopClock()
  await signIn()
  await expect.element(submit).toBeDisabled()
  await expect.element(failure).not.toBeInTheDocument()
  release()
  await expectToastFor('Invalid username or password.', 6)
  await expect.element(failure).toHaveTextContent('Invalid username or password.')
  await expect.element(username).toHaveValue('somebody')
  await expect.element(password).toHaveValue('Kaveri829')
  expect(localStorage.getItem('access_token')).toBeNull()
  refuse(logIn, 400)
  await submit.click()
  await expect.element(failure).toHaveTextContent('Login failed. Please try again.')
})

test('AU-05 a sign-in with a malformed answer is an error and leaves no session', async () => {
  const text = 'An unexpected error occurred. Please try again.'
  await open()
  await username.fill('somebody')
  await password.fill('Kaveri829')
  for (const body of ['<html>', {}, { access: 'a', refresh: 'r' }, { access: 'a', refresh: 'r', user: {} }]) {
    given(logIn, () => ({ status: 200, body }))
    await expectSaid(submit, text)
    await expect.element(failure).toHaveTextContent(text)
    await button('Close', page.css('[data-kind]')).click()
    await expect.element(page.css('[data-kind]')).not.toBeInTheDocument()
  }
  await expectPath('/login')
  expect(localStorage.getItem('access_token')).toBeNull()
})

test.for([
  ['trader', 'demo', '/dashboard'],
  ['admin', 'admin', '/admin'],
] as const)('AU-06 R-08 SE-05 a %s who signs in is told so and lands on the own page', async ([role, name, path]) => {
  signInAs(role)
  localStorage.clear()
  answer(logIn, { access: 'a', refresh: 'r', user: recorded(readProfile), remember_me: true })
  await open()
  await page.getByLabelText('Remember me').click()
  await button(`Use the sign-in of ${name}`).click()
  stopClock()
  await submit.click()
  await expectToastFor('Login successful!', 3)
  await expectPath(path)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(sentTo(logIn)[0]?.body).toMatchObject({ remember_me: true })
  expect(localStorage.getItem('access_token')).toBe('a')
})
