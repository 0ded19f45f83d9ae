import { profilePage } from '../pages/accounts/profile-page.ts'
import { expect, json, test } from '../fixtures/test.ts'

test('ER-01 the error text is error, then message, then field errors joined by "; "', async ({ traderPage: page }) => {
  let body: unknown
  await page.route('**/api/auth/sessions/', (route) => route.fulfill(json(400, body)))
  const { devices, open } = profilePage(page)
  for (const [answer, text] of [
    [{ error: 'The error', message: 'The message', name: ['A'] }, 'The error'],
    [{ message: 'The message', name: ['A'] }, 'The message'],
    [{ name: ['A', 'B'], price: ['C'] }, 'A; B; C'],
  ] as const) {
    body = answer
    await open()
    await expect(devices.region.getByText(text)).toBeVisible()
  }
})

for (const [status, text] of [
  [500, 'Server error. Please try again later.'],
  [401, 'Authentication failed. Please log in again.'],
  [403, 'Access denied. You do not have permission to perform this action.'],
  [404, 'Resource not found.'],
] as const) {
  test(`ER-02 ${status} without a server message shows "${text}"`, async ({ traderPage: page, trader }) => {
    await page.route('**/api/auth/sessions/', (route) => route.fulfill(json(status, {})))
    await page.route('**/api/auth/token/refresh/', (route) => route.fulfill(json(200, trader)))
    await profilePage(page).open()
    await expect(profilePage(page).devices.region.getByText(text)).toBeVisible()
  })
}

test('ER-02 a request without response shows a network error, and a retry recovers', async ({ traderPage: page }) => {
  await page.route('**/api/auth/sessions/', (route) => route.abort())
  const { devices, open } = profilePage(page)
  await open()
  await expect(devices.region.getByText('Network error. Please check your internet connection.')).toBeVisible()
  await page.unroute('**/api/auth/sessions/')
  await devices.region.getByRole('button', { name: 'Try again' }).click()
  await expect(devices.rows.first()).toBeVisible()
})
