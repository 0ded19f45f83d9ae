import { logIn, readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, hold, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { expectToastFor, stopClock } from '../../testing/clock.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const username = page.getByLabelText('Username or email')
const password = page.getByLabelText('Password', { exact: true })
const submit = page.getByRole('button', { name: 'Sign in', exact: true })
const failure = page.getByTestId('form-failure')
const UNEXPECTED = 'An unexpected error occurred. Please try again.'

async function signIn(name = 'somebody', secret = 'Kaveri829') {
  await username.fill(name)
  await password.fill(secret)
  await submit.click()
}

test('AU-01 the form has two fields, a password toggle, remember me and both links', async () => {
  await visit('/login')
  await password.fill('Kaveri829')
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(username).toBeVisible()
  await expect.element(page.getByLabelText('Remember me')).not.toBeChecked()
  for (const [name, href] of [
    ['Forgot password?', '/forgot-password'],
    ['Create an account', '/register'],
    ['Help', '/help'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href)
})

test('AU-02 validation names each missing field and focuses the first invalid one', async () => {
  await visit('/login')
  await submit.click()
  await expect.element(username).toHaveAccessibleDescription('Username or Email is required')
  await expect.element(password).toHaveAccessibleDescription('Password is required')
  await expect.element(username).toHaveFocus()
  await signIn('demo', '12345')
  await expect.element(password).toHaveAccessibleDescription('Password must be at least 6 characters long')
  await expect.element(password).toHaveFocus()
})

test('AU-03 the first validation error is a notification of 4 s', async () => {
  await visit('/login')
  await expect.element(submit).toBeVisible()
  stopClock()
  await submit.click()
  await expectToastFor('Username or Email is required', 4)
})

test('AU-04 a refusal is shown inline and for 6 s as a notification, and the typed values are kept', async () => {
  refuse(logIn, 400, { non_field_errors: ['Invalid username or password.'] })
  await visit('/login')
  await expect.element(submit).toBeVisible()
  stopClock()
  await signIn()
  await expectToastFor('Invalid username or password.', 6)
  await expect.element(failure).toHaveTextContent('Invalid username or password.')
  await expect.element(username).toHaveValue('somebody')
  await expect.element(password).toHaveValue('Kaveri829')
})

test('AU-04 the error text is chosen in the specified order', async () => {
  await visit('/login')
  await username.fill('somebody')
  await password.fill('Kaveri829')
  for (const [body, text] of [
    [{ non_field_errors: ['First', 'Second'], detail: 'D', error: 'E', username: ['U'] }, 'First'],
    [{ detail: 'D', error: 'E', username: ['U'] }, 'D'],
    [{ error: 'E', username: ['U'] }, 'E'],
    [{ username: ['U'], password: ['P'] }, 'U'],
    [{}, 'Login failed. Please try again.'],
  ] as const) {
    refuse(logIn, 400, body)
    await submit.click()
    await expect.element(failure).toHaveTextContent(text)
  }
})

test.for(['<html>', {}, { access: 'a', refresh: 'r' }, { access: 'a', refresh: 'r', user: {} }])(
  'AU-05 a sign-in answered with %j is an error and leaves no session',
  async (body) => {
    given(logIn, () => ({ status: 200, body }))
    await visit('/login')
    await signIn()
    await expect.element(failure).toHaveTextContent(UNEXPECTED)
    await expect.element(toast(UNEXPECTED)).toBeVisible()
    await expectPath('/login')
    expect(localStorage.getItem('access_token')).toBeNull()
  },
)

test.for([
  ['trader', '/dashboard'],
  ['admin', '/admin'],
] as const)('AU-06 R-08 SE-05 a signed-in %s lands on %s with the session stored', async ([role, path]) => {
  signInAs(role)
  localStorage.clear()
  answer(logIn, { access: 'a', refresh: 'r', user: recorded(readProfile), remember_me: true })
  await visit('/login')
  await page.getByLabelText('Remember me').click()
  await page.getByRole('button', { name: `Use the sign-in of ${role === 'admin' ? 'admin' : 'demo'}` }).click()
  await submit.click()
  await expectPath(path)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(sentTo(logIn)[0]?.body).toMatchObject({ remember_me: true })
  const kept = ['access_token', 'refresh_token', 'remember_me'].map((key) => localStorage.getItem(key))
  expect(kept).toEqual(['a', 'r', 'true'])
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(recorded(readProfile))
})

test('AU-06 a successful sign-in is a notification of 3 s', async () => {
  signInAs('trader')
  localStorage.clear()
  answer(logIn, { access: 'a', refresh: 'r', user: recorded(readProfile), remember_me: false })
  await visit('/login')
  await expect.element(submit).toBeVisible()
  stopClock()
  await signIn()
  await expectToastFor('Login successful!', 3)
})

test('SE-05 the button is disabled while signing in; after a failure nobody is signed in', async () => {
  const { held, release } = hold()
  given(logIn, async () => {
    await held
    return { status: 400, body: { non_field_errors: ['No'] } }
  })
  await visit('/login')
  await signIn()
  await expect.element(submit).toBeDisabled()
  await expect.element(failure).not.toBeInTheDocument()
  release()
  await expect.element(failure).toHaveTextContent('No')
  await expect.element(submit).toBeEnabled()
  expect(localStorage.getItem('access_token')).toBeNull()
})
