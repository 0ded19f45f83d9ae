import { addAuthenticator, byName } from '../fixtures/passkeys.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'
import { loginPage } from '../pages/accounts/login-page.ts'
import { profilePage } from '../pages/accounts/profile-page.ts'
import { recentAuthDialog } from '../pages/platform/recent-auth-dialog.ts'
import { shell } from '../pages/platform/shell.ts'

test('a user adds a passkey, renames it, signs in and confirms with it, removes it, and it signs nobody in any more', async ({
  page,
  person,
  baseURL,
}) => {
  await addAuthenticator(page)
  await page.goto(byName(baseURL, '/login'))
  const login = loginPage(page)
  await login.username.fill(person.username)
  await login.password.fill(person.password)
  await login.submit.click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(byName(baseURL, '/profile'))
  const { passkeys, dialog } = profilePage(page)
  await expect(passkeys.region).toContainText('You have no passkey yet.')
  await passkeys.add.click()
  await expect(toast(page, 'Passkey added.')).toBeVisible()
  await expect(passkeys.rows).toHaveText(/Chrome on Windows.*not used yet/)
  // The same device is not added twice.
  await passkeys.add.click()
  await expect(toast(page, 'This device already has a passkey for your account.')).toBeVisible()
  await passkeys.rename('Chrome on Windows').click()
  await dialog.getByLabel('Name', { exact: true }).fill('My laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.rows).toHaveText(/My laptop/)

  await shell(page).logout.click()
  await expect(page).toHaveURL(/\/login$/)
  await login.passkey.click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(byName(baseURL, '/profile'))
  await expect(passkeys.rows).toHaveText(/last used/)
  // As ten minutes later: the first attempt asks for recent authentication.
  const late = { error: 'Confirm that it is you to do this.', code: 'RECENT_AUTH_REQUIRED' }
  await page.route('**/api/auth/passkeys/*/', (route) => route.fulfill(json(403, late)), { times: 1 })
  await passkeys.remove('My laptop').click()
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await recentAuthDialog(page).passkey.click()
  await expect(toast(page, 'The passkey is removed.')).toBeVisible()
  await expect(passkeys.region).toContainText('You have no passkey yet.')

  await shell(page).logout.click()
  await login.passkey.click()
  await expect(login.failure).toHaveText('This passkey was not accepted. Try again, or sign in with your password.')
  await expect(page).toHaveURL(/\/login$/)
})
