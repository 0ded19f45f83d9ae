import type { Page } from '@playwright/test'
import { loginPage } from '../pages/accounts/login-page.ts'
import { profilePage } from '../pages/accounts/profile-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import { logInAs, send, storeSession, stored, storedKeys } from '../fixtures/people.ts'
import { expect, hold, json, installClock, test, pageTime } from '../fixtures/test.ts'

test('SE-01 a stored token and user are restored', async ({ traderPage: page, trader }) => {
  await page.goto('/pricing')
  await expect(shell(page).sidebar).toContainText(trader.user.email)
})

test('SE-01 an unparsable stored user clears the storage and signs out', async ({ traderPage: page }) => {
  await page.evaluate(() => localStorage.setItem('user', '{oops'))
  await page.goto('/pricing')
  await expect(page).toHaveURL('/login')
  expect(await storedKeys(page)).toEqual([])
})

test('SE-02 calls carry the bearer token and JSON, and no bearer without a token', async ({ page, trader }) => {
  const first = page.waitForRequest('**/api/world/')
  await loginPage(page).open()
  expect((await first).headers()['authorization']).toBeUndefined()
  await storeSession(page, trader)
  await page.route('**/api/auth/profile/update/', (route) => route.fulfill(json(200, trader.user)))
  const { details, open } = profilePage(page)
  const list = page.waitForRequest('**/api/auth/sessions/')
  await open()
  expect((await list).headers()['authorization']).toBe(`Bearer ${trader.access}`)
  const update = page.waitForRequest('**/api/auth/profile/update/')
  await details.save.click()
  const headers = (await update).headers()
  expect(headers['authorization']).toBe(`Bearer ${trader.access}`)
  expect(headers['content-type']).toBe('application/json')
})

test('SE-02 ER-02 a call times out after 30 s', async ({ page }) => {
  await installClock(page)
  await page.route('**/api/auth/login/', () => undefined)
  const login = loginPage(page)
  await login.open()
  await login.username.fill('somebody')
  await login.password.fill('Kaveri829')
  const before = await pageTime(page)
  const request = page.waitForRequest('**/api/auth/login/')
  await login.submit.click()
  await request
  const after = await pageTime(page)
  await page.clock.pauseAt(before + 29_900)
  await expect(login.submit).toBeDisabled()
  await page.clock.runFor(after - before + 200)
  await expect(login.failure).toHaveText('Request timed out. Please try again.')
})

test('SE-03 an expired access token is refreshed once for two tabs, and the rotated token is stored', async ({
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
})

test('SE-03 a failed refresh clears the storage and goes to /login', async ({ page, person }) => {
  await storeSession(page, person)
  const { details, open } = profilePage(page)
  await open()
  await expect(details.save).toBeVisible()
  // In one go: whatever the page loads in between would be sent to /login first.
  await details.save.evaluate((button: HTMLElement) => {
    localStorage.setItem('access_token', 'dead')
    localStorage.setItem('refresh_token', 'dead')
    button.click()
  })
  await expect(page).toHaveURL('/login')
  expect(await storedKeys(page)).toEqual([])
  const reason = page.getByText('Your session has ended. Sign in again.')
  await expect(reason).toBeVisible()
  await page.reload()
  await expect(loginPage(page).submit).toBeVisible()
  await expect(reason).toHaveCount(0)
})

test('SE-03 a 401 of a public call causes no refresh', async ({ traderPage: page }) => {
  const refreshes: string[] = []
  page.on('request', (request) => void (request.url().includes('refresh') && refreshes.push(request.url())))
  await page.route('**/api/dev/mail/**', (route) => route.fulfill(json(401, {})))
  await page.goto('/dev/mail')
  await expect(page.getByText('Authentication failed. Please log in again.')).toBeVisible()
  expect(refreshes).toEqual([])
})

test('the owner of a copied session sees a notice on every screen until it is dismissed', async ({
  page,
  person,
  request,
}) => {
  const first = person.refresh
  const second = (await send(request, refreshToken, { refresh: first })).refresh
  await send(request, refreshToken, { refresh: second })
  await expect(send(request, refreshToken, { refresh: first })).rejects.toThrow('401')
  await storeSession(page, await logInAs(request, person.username, person.password))
  await page.goto('/pricing')
  const notice = page.locator('section[aria-label="Security notice"]')
  await expect(notice).toContainText('A copied session was ended')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(shell(page).logout).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('SE-04 logout clears the storage at once and informs the server in the background, whatever it answers', async ({
  page,
  person,
}) => {
  await storeSession(page, person)
  await page.route('**/api/auth/logout/', (route) => route.abort())
  await page.goto('/pricing')
  const logoutRequest = page.waitForRequest('**/api/auth/logout/')
  await shell(page).logout.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  expect(await storedKeys(page)).toEqual([])
  expect((await logoutRequest).postDataJSON()).toEqual({ refresh_token: person.refresh })
  await expect(page.locator('[data-kind="error"]')).toHaveCount(0)
})

test('SE-04 SE-05 signing out in one tab signs out the others', async ({ page, person, context }) => {
  await storeSession(page, person)
  await page.goto('/pricing')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(shell(other).logout).toBeVisible()
  await shell(page).logout.click()
  await expect(other).toHaveURL('/login')
  await signInAgain(page, person.username, person.password)
  // The other tab leaves its log-in page.
  await expect(other).toHaveURL('/pricing')
})

async function signInAgain(page: Page, username: string, password: string) {
  await loginPage(page).signIn(username, password)
  await expect(page).toHaveURL('/dashboard')
}
