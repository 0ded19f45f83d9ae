import { expect, json, test, toast } from '../fixtures/test.ts'
import { settingsPage } from '../pages/admin/settings-page.ts'
import { recentAuthDialog } from '../pages/platform/recent-auth-dialog.ts'

const LATE = { error: 'Confirm that it is you to do this.', code: 'RECENT_AUTH_REQUIRED' }

test('a call that needs recent authentication asks for the password and is then repeated', async ({
  adminPage: page,
}) => {
  const settings = settingsPage(page)
  await settings.open()
  const name = settings.setting('Sender of mails')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/config/') && request.method() !== 'GET') calls.push(request.method())
  })
  // As ten minutes after signing in.
  await page.route('**/api/admin/config/**', (route) =>
    calls.length === 1 && route.request().method() !== 'GET' ? route.fulfill(json(403, LATE)) : route.continue(),
  )
  await name.input.fill('Trading desk')
  await name.save.click()
  const { dialog, password, confirm } = recentAuthDialog(page)
  await password.fill('Wrong1234')
  await confirm.click()
  await expect(dialog).toContainText('Your current password is not right.')
  expect(calls).toHaveLength(1)
  await password.fill('Admin@1234')
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'Saved')).toBeVisible()
  expect(calls).toHaveLength(2)
  await name.reset.click()
})

test('closing the dialog leaves everything as it was, and says why', async ({ adminPage: page }) => {
  const settings = settingsPage(page)
  await settings.open()
  await page.route('**/api/admin/config/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(json(403, LATE)),
  )
  const name = settings.setting('Sender of mails')
  await name.input.fill('Another desk')
  await name.save.click()
  await recentAuthDialog(page).cancel.click()
  await expect(toast(page, 'Confirm that it is you to do this.')).toBeVisible()
})
