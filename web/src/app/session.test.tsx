import { logIn, logOut, refreshToken, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, refuse, sentTo } from '../testing/answers.ts'
import { soon, stopClock } from '../testing/clock.ts'
import { expectPath, signInAs, visit } from '../testing/open-app.tsx'

const save = page.getByRole('button', { name: 'Save details' })
const ENDED = 'Your session has ended. Sign in again.'

test('SE-01 a stored user is restored, an unparsable one clears the storage and signs out', async () => {
  const user = signInAs('trader')
  await visit('/profile')
  await expect.element(page.getByRole('navigation', { name: 'Sidebar' })).toHaveTextContent(user!.email)
  localStorage.setItem('user', '{oops')
  await visit('/profile')
  await expectPath('/login')
  expect(localStorage.getItem('access_token')).toBeNull()
})

test('SE-02 calls carry the bearer token and JSON, and no bearer without a token', async () => {
  const asked = vi.spyOn(window, 'fetch')
  const headers = (path: string) => {
    const call = asked.mock.calls.find(([url]) => typeof url === 'string' && url.endsWith(path))
    return Object.fromEntries(new Headers(call?.[1]?.headers))
  }
  await visit('/login')
  await expect.poll(() => headers('/world/')['accept']).toBe('application/json')
  expect(headers('/world/')['authorization']).toBeUndefined()
  const user = signInAs('trader')
  answer(updateProfile, user!)
  await visit('/profile')
  await save.click()
  await expect.poll(() => sentTo(updateProfile)).toHaveLength(1)
  expect(headers('/sessions/')['authorization']).toBe('Bearer access')
  expect(headers('/update/')).toMatchObject({ authorization: 'Bearer access', 'content-type': 'application/json' })
  asked.mockRestore()
})

test('SE-02 ER-02 a call times out after 30 s', async () => {
  given(logIn, () => new Promise(() => undefined))
  await visit('/login')
  await page.getByLabelText('Username or email').fill('somebody')
  await page.getByLabelText('Password', { exact: true }).fill('Kaveri829')
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  stopClock()
  await submit.click()
  await soon(() => expect(sentTo(logIn)).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(29_000)
  await expect.element(submit).toBeDisabled()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(page.getByTestId('form-failure')).toHaveTextContent('Request timed out. Please try again.')
})

test('SE-03 a failed refresh clears the storage and goes to /login, which says why once', async () => {
  signInAs('trader')
  refuse(updateProfile, 401)
  refuse(refreshToken, 401)
  await visit('/profile')
  await save.click()
  await expectPath('/login')
  expect(localStorage.getItem('access_token')).toBeNull()
  await expect.element(page.getByText(ENDED)).toBeVisible()
  await visit('/login')
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(page.getByText(ENDED).elements()).toEqual([])
})

test('SE-04 logout clears the storage at once and informs the server in the background, whatever it answers', async () => {
  signInAs('trader')
  refuse(logOut, 'network')
  await visit('/profile')
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('button', { name: 'Logout' }).click()
  await expectPath('/login')
  expect(localStorage.getItem('access_token')).toBeNull()
  expect(sentTo(logOut)).toMatchObject([{ body: { refresh_token: 'refresh' } }])
  expect(page.getByText(ENDED).elements()).toEqual([])
  expect(page.css('[data-kind="error"]').elements()).toEqual([])
})
