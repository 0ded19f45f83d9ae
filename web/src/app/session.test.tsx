import { logOut, refreshToken, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, sentTo } from '../testing/answers.ts'
import { expectPath, signInAs, visit } from '../testing/open-app.tsx'

const save = page.getByRole('button', { name: 'Save details' })
const ENDED = 'Your session has ended. Sign in again.'

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
