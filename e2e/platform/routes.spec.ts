import type { Page } from '@playwright/test'
import { changeRole } from '@trading-bot/contract/rest/accounts/users'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, hold, json, test, toast } from '../fixtures/test.ts'

// Some tests open a dozen pages, which takes long on a busy machine.
test.setTimeout(60_000)

const PUBLIC_ONLY = ['/login', '/register', '/verify-otp', '/forgot-password', '/reset-password']
const USER_ONLY = [
  '/dashboard',
  '/subscriptions',
  '/pricing',
  '/bot-subscriptions',
  '/credentials',
  '/subscription-flow/1',
  '/upgrade-downgrade',
]
const SIGNED_IN = ['/trades', '/analytics']
const ADMIN_ONLY = [
  '/admin',
  '/admin/bot-code',
  '/admin/subscriptions',
  '/admin/pricing',
  '/admin/bot-config',
  '/admin/logs',
  '/admin/users',
  '/admin/ec2',
  '/admin/bots',
  '/admin/trades',
  '/admin/analytics',
  '/admin/symbol-management',
  '/admin/settings',
  '/admin/account-checks',
]

// The guard acts before the page has loaded completely.
function visit(page: Page, path: string) {
  return page.goto(path, { waitUntil: 'commit' })
}

async function expectScreens(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page, path).toHaveURL(path)
  }
}

test('R-01 a signed-in trader who opens a public page lands on /pricing', async ({ traderPage: page }) => {
  for (const path of PUBLIC_ONLY) {
    await visit(page, path)
    await expect(page, path).toHaveURL('/pricing')
  }
})

test('R-01 a signed-in admin who opens a public page lands on /admin', async ({ adminPage: page }) => {
  for (const path of PUBLIC_ONLY) {
    await visit(page, path)
    await expect(page, path).toHaveURL('/admin')
  }
})

test('R-02 R-03 R-04 a visitor who is not signed in is redirected to /login from every guarded page', async ({
  page,
}) => {
  for (const path of [...USER_ONLY, ...SIGNED_IN, ...ADMIN_ONLY, '/profile']) {
    await visit(page, path)
    await expect(page, path).toHaveURL('/login')
  }
})

test('R-02 R-03 a trader opens the user pages and the shared ones', async ({ traderPage: page }) => {
  // Without a plan the set-up redirects to /pricing (SF-02).
  const direct = USER_ONLY.filter((path) => path !== '/subscription-flow/1')
  await expectScreens(page, [...direct, ...SIGNED_IN, '/profile'])
})

test('R-02 an admin is redirected from user pages to /admin', async ({ adminPage: page }) => {
  for (const path of USER_ONLY) {
    await visit(page, path)
    await expect(page, path).toHaveURL('/admin')
  }
})

test('R-03 R-04 an admin opens the admin pages and the shared ones', async ({ adminPage: page }) => {
  await expectScreens(page, [...ADMIN_ONLY, ...SIGNED_IN])
})

test('R-04 a trader is redirected from admin pages to /dashboard', async ({ traderPage: page }) => {
  for (const path of ADMIN_ONLY) {
    await visit(page, path)
    await expect(page, path).toHaveURL('/dashboard')
  }
})

test('R-05 a spinner shows while the stored session is checked', async ({ traderPage: page, trader }) => {
  const { held, release } = hold()
  await page.route('**/api/auth/profile/', async (route) => {
    await held
    await route.fulfill(json(200, trader.user))
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('heading')).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
})

test('R-06 the root and unknown paths redirect to /pricing', async ({ traderPage: page }) => {
  for (const path of ['/', '/nowhere', '/admin/nowhere', '/a/b/c']) {
    await visit(page, path)
    await expect(page, path).toHaveURL('/pricing')
  }
})

test('R-07 the server decides who is an admin; the stored user is the fallback', async ({ page, trader }) => {
  await storeSession(page, { ...trader, user: { ...trader.user, is_admin: true } })
  await page.route('**/api/auth/profile/', (route) => route.abort())
  await page.goto('/admin')
  // The stored user passes the guard, but the server refuses the overview: nothing of the page stays.
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
  await page.unroute('**/api/auth/profile/')
  await page.goto('/admin')
  await expect(page).toHaveURL('/dashboard')
})

test('R-09 an admin page shows Access Denied when its user is no longer an admin', async ({
  adminPage: page,
  admin,
  context,
}) => {
  await page.goto('/admin/logs')
  await expect(page.getByRole('heading', { name: 'System Logs' })).toBeVisible()
  // After the guard has passed, a user who is not an admin signs in from another tab.
  const other = await context.newPage()
  await storeSession(other, { ...admin, user: { ...admin.user, is_admin: false } })
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('Admin privileges required to access this page.')).toBeVisible()
  await expect(toast(page, 'Access denied. Admin privileges required.')).toHaveAttribute('data-kind', 'error')
})

test('R-09 a role that is taken away while an admin page is open shows Access Denied and no data', async ({
  page,
  person,
  admin,
  request,
}) => {
  const proof = { confirm: person.username, password: 'Admin@1234' }
  const change = (is_admin: boolean) => sendAs(request, admin, changeRole, { id: person.user.id, is_admin, ...proof })
  await change(true)
  await storeSession(page, { ...person, user: { ...person.user, is_admin: true } })
  await page.goto('/admin/users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await change(false)
  // The next call shows it; the page may have made one by itself already.
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('demo', { timeout: 2_000 }).catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByText('Admin Panel')).toHaveCount(0)
  await page.reload()
  await expect(page).toHaveURL('/dashboard')
})

test('R-09 a flag forged in the browser’s storage opens no admin page and shows nothing', async ({ page, person }) => {
  await storeSession(page, { ...person, user: { ...person.user, is_admin: true } })
  const asked: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/api/admin/')) asked.push(sent.url())
  })
  for (const path of ['/admin', '/admin/users', '/admin/user-bots', '/admin/refunds']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Admin Panel')).toHaveCount(0)
  }
  expect(asked).toEqual([])
})

test('an admin who must enrol a second factor is redirected to the profile', async ({ adminPage: page, admin }) => {
  await page.route('**/api/auth/profile/', (route) => route.fulfill(json(200, { ...admin.user, must_enrol: true })))
  await page.goto('/admin/logs')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('administrators need a second factor')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
})
