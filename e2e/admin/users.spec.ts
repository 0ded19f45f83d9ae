import { readFile } from 'node:fs/promises'
import { saveCredentials, verifyCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy } from '../fixtures/money.ts'
import { shell } from '../pages/platform/shell.ts'
import { usersPage } from '../pages/admin/users-page.ts'
import { storeSession, send } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

test('an administrator finds a user, suspends, restores and signs out', async ({ adminPage: page, person }) => {
  const users = usersPage(page)
  await page.goto('/admin/subscriptions')
  await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(users.stat('Users')).toContainText(/\d/)
  await users.search.fill(person.email.slice(0, 9).toUpperCase())
  await expect(users.rows).toHaveCount(1)
  await users.manage(person.username).click()
  await users.suspend.click()
  await expect(users.dialog).toContainText('Say why, for the history')
  await users.reason.fill('Asked by the user')
  await users.suspend.click()
  await expect(toast(page, `${person.username} is suspended.`)).toBeVisible()
  await expect(users.signOut).toBeDisabled()
  await users.restore.click()
  await expect(toast(page, `${person.username} may sign in again.`)).toBeVisible()
  await expect(users.suspend).toBeVisible()
})

test('a role change requires the typed name and the administrator’s password', async ({ adminPage: page, person }) => {
  const users = usersPage(page)
  await users.open(`?search=${person.username}`)
  await users.manage(person.username).click()
  await users.makeAdmin.click()
  await users.roleForm.getByRole('button', { name: 'Make administrator' }).click()
  await expect(users.roleForm).toContainText('Type the username to confirm')
  await users.roleForm.getByLabel(`Type ${person.username} to confirm`).fill('somebody')
  await users.roleForm.getByLabel('Your password').fill('Admin@1234')
  await users.roleForm.getByRole('button', { name: 'Make administrator' }).click()
  await expect(users.roleForm.getByLabel(`Type ${person.username} to confirm`)).toHaveAttribute('aria-invalid', 'true')
  await users.roleForm.getByLabel(`Type ${person.username} to confirm`).fill(person.username)
  await users.roleForm.getByRole('button', { name: 'Make administrator' }).click()
  await expect(toast(page, `${person.username} is an administrator now.`)).toBeVisible()
  await expect(users.rows.first()).toContainText('Admin')
})

test('an administrator assigns a user’s egress address; an invalid one shows its error beside the field', async ({
  adminPage: page,
  person,
}) => {
  const { address, assign, dialog, manage, open } = usersPage(page)
  await open(`?search=${person.username}`)
  await manage(person.username).click()
  await address.fill('somewhere')
  await assign.click()
  await expect(dialog).toContainText('Enter an IPv4 or IPv6 address')
  await address.fill('203.0.113.7')
  await address.press('Enter')
  await expect(toast(page, `Live orders of ${person.username} leave from 203.0.113.7.`)).toBeVisible()
  await page.reload()
  await manage(person.username).click()
  await expect(address).toHaveValue('203.0.113.7')
  await address.fill('')
  await assign.click()
  await expect(toast(page, 'cannot trade live')).toBeVisible()
})

test('an administrator sees a rejected broker log-in with its reason and retries it', async ({
  adminPage: page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  const headers = { authorization: `Bearer ${person.access}` }
  const keys = { api_key: 'ABCD1234EF', client_code: 'A123456', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXP' }
  await send(request, saveCredentials, keys, headers)
  await expect(send(request, verifyCredentials, {}, headers)).rejects.toThrow('client code and MPIN')
  const { brokerLogIn, tryAgain, manage, rows, open } = usersPage(page)
  await open(`?search=${person.username}`)
  await expect(rows.first()).toContainText('Log-in rejected')
  await manage(person.username).click()
  await expect(brokerLogIn).toContainText('does not know this client code and MPIN together')
  await expectNoViolations(page, 'admin/users, a rejected log-in')
  await tryAgain.click()
  await expect(toast(page, `We try the broker log-in of ${person.username} again.`)).toBeVisible()
  await expect(brokerLogIn).toContainText('not tried yet')
  await expect(tryAgain).toHaveCount(0)
})

test('the user menu shows the link to the users to administrators only', async ({ adminPage: page, trader }) => {
  await page.goto('/admin/logs')
  await shell(page).account.click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await storeSession(page, trader)
  await page.goto('/pricing')
  await shell(page).account.click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Users' })).toHaveCount(0)
})

test('the page shows an error when the users cannot be loaded', async ({ adminPage: page }) => {
  await page.route('**/api/admin/users/**', (route) => route.fulfill(json(500, {})))
  await usersPage(page).open()
  await expect(toast(page, 'Failed to fetch users')).toBeVisible()
})

test('a user downloads the account’s data and closes the account', async ({ page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  await page.goto('/profile')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('trading-bot-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { profile: { email: string }[] }
  expect(data.profile[0]?.email).toBe(person.email)

  await page.getByRole('button', { name: 'Close account' }).click()
  const form = page.getByRole('form', { name: 'Close account' })
  await form.getByLabel('Current password').fill('Wrong1234')
  await form.getByLabel('Type CLOSE to confirm').fill('CLOSE')
  await form.getByRole('button', { name: 'Close account' }).click()
  await expect(form).toContainText('Your current password is not right.')
  await form.getByLabel('Current password').fill(person.password)
  await form.getByRole('button', { name: 'Close account' }).click()
  await expect(toast(page, 'Your account is closed.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('an account with open positions is not closed and the dialog says why', async ({ page, person }) => {
  await storeSession(page, person)
  const sentence = 'Close your positions first: 2 are open.'
  await page.route('**/auth/close-account/', (route) =>
    route.fulfill(json(409, { error: sentence, message: sentence, code: 'POSITIONS_STILL_OPEN' })),
  )
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Close account' }).click()
  const form = page.getByRole('form', { name: 'Close account' })
  await form.getByLabel('Current password').fill(person.password)
  await form.getByLabel('Type CLOSE to confirm').fill('CLOSE')
  await form.getByRole('button', { name: 'Close account' }).click()
  await expect(form).toContainText(sentence)
})
