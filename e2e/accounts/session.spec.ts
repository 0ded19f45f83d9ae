import { loginPage } from '../pages/accounts/login-page.ts'
import { profilePage } from '../pages/accounts/profile-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { storeSession, stored } from '../fixtures/people.ts'
import { expect, hold, test } from '../fixtures/test.ts'

test('SE-03 SE-04 SE-05 two tabs share a session: one refresh for both, and signing out or in reaches the other', async ({
  page,
  person,
  context,
}) => {
  await storeSession(page, { ...person, access: 'dead' })
  const refreshes: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/auth/token/refresh/')) refreshes.push(request.url())
  })
  // Both tabs get a 401 before either has refreshed the token.
  let requests = 0
  const both = hold()
  await context.route('**/api/auth/profile/', async (route) => {
    requests += 1
    if (requests === 2) both.release()
    if (requests <= 2) await both.held
    await route.continue()
  })
  const other = await context.newPage()
  await Promise.all([profilePage(page).open(), profilePage(other).open()])
  await expect(profilePage(page).devices.rows).toHaveCount(1)
  await expect(profilePage(other).devices.rows).toHaveCount(1)
  expect(refreshes).toHaveLength(1)
  expect(await stored(page, 'access_token')).not.toBe('dead')
  expect(await stored(page, 'refresh_token')).not.toBe(person.refresh)

  await shell(page).logout.click()
  await expect(other).toHaveURL('/login')
  await loginPage(page).signIn(person.username, person.password)
  await expect(page).toHaveURL('/dashboard')
  // The other tab leaves its log-in page.
  await expect(other).toHaveURL('/pricing')
})
