import { readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { listUsers } from '@trading-bot/contract/rest/accounts/users'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { listKillSwitches } from '@trading-bot/contract/rest/trading/admin-bots'
import { readCalendarAlerts } from '@trading-bot/contract/rest/trading/calendar'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, hold, refuse } from '../testing/answers.ts'
import { expectPath, signInAs, storeSession, toast, visit } from '../testing/open-app.tsx'

const PUBLIC_ONLY = ['/login', '/register', '/verify-otp', '/forgot-password', '/reset-password']
const SIGNED_IN = ['/trades', '/analytics', '/profile']
const USER_ONLY = [
  '/dashboard',
  '/subscriptions',
  '/pricing',
  '/bot-subscriptions',
  '/credentials',
  '/upgrade-downgrade',
]
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
const denied = page.getByRole('heading', { name: 'Access Denied' })
const DENIED = { error: 'No', code: 'ACCESS_DENIED' }

test.for([
  ['trader', 'a public page', '/pricing', PUBLIC_ONLY],
  ['admin', 'a public page', '/admin', PUBLIC_ONLY],
  ['visitor', 'a guarded page', '/login', [...USER_ONLY, '/subscription-flow/1', ...SIGNED_IN, ...ADMIN_ONLY]],
  ['admin', 'a page of users', '/admin', [...USER_ONLY, '/subscription-flow/1']],
  ['trader', 'an admin page', '/dashboard', ADMIN_ONLY],
  ['trader', 'the root or an unknown path', '/pricing', ['/', '/nowhere', '/admin/nowhere', '/a/b/c']],
] as const)(
  'R-01 R-02 R-03 R-04 R-06 a %s who opens %s lands on %s',
  { timeout: 60_000 },
  async ([role, , target, paths]) => {
    for (const path of paths) {
      signInAs(role)
      await visit(path)
      await expectPath(target)
    }
  },
)

test.for([
  ['R-02 R-03', 'trader', [...USER_ONLY, ...SIGNED_IN]],
  ['R-03 R-04', 'admin', [...ADMIN_ONLY, ...SIGNED_IN]],
] as const)('%s a %s opens their own pages and the shared ones', { timeout: 60_000 }, async ([, role, paths]) => {
  signInAs(role)
  for (const path of paths) {
    await visit(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectPath(path)
  }
})

test('R-05 a spinner shows while the stored session is checked', async () => {
  const user = signInAs('trader')
  const { held, release } = hold()
  answer(readProfile, user!, { held })
  await visit('/profile')
  const spinner = page.getByRole('status', { name: 'Loading' })
  await expect.element(spinner).toBeVisible()
  expect(page.getByRole('heading').elements()).toEqual([])
  release()
  await expect.element(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  expect(spinner.elements()).toEqual([])
})

test('R-07 R-09 the server decides who is an admin; a forged flag shows nothing, the stored user is the fallback', async () => {
  const user = signInAs('trader')
  const asked: string[] = []
  for (const call of [listKillSwitches, readCalendarAlerts])
    given(call, () => {
      asked.push(call.path)
      return { status: 403, body: DENIED }
    })
  storeSession({ ...user!, is_admin: true })
  await visit('/admin/guide')
  await expectPath('/dashboard')
  expect(page.getByText('Admin Panel').elements()).toEqual([])
  expect(asked).toEqual([])
  // Without the server's word the stored user passes the guard, and the first refusal takes everything away.
  storeSession({ ...user!, is_admin: true })
  refuse(readProfile, 'network')
  await visit('/admin/guide')
  await expect.element(denied).toBeVisible()
  await expectPath('/admin/guide')
})

test('R-09 an admin page shows Access Denied when another tab signs in somebody who is no admin', async () => {
  const user = signInAs('admin')
  refuse(readParticipation, 404)
  await visit('/admin/logs')
  await expect.element(page.getByRole('heading', { name: 'System Logs' })).toBeVisible()
  storeSession({ ...user!, is_admin: false })
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  await expect.element(denied).toBeVisible()
  await expect.element(page.getByText('Admin privileges required to access this page.')).toBeVisible()
  const note = toast('Access denied. Admin privileges required.')
  await expect.element(note).toHaveAttribute('data-kind', 'error')
})

test('R-09 a role that is taken away while an admin page is open shows Access Denied and no data', async () => {
  signInAs('admin')
  refuse(readParticipation, 404)
  await visit('/admin/users')
  await expect.element(page.getByRole('table', { name: 'Users' })).toBeVisible()
  refuse(listUsers, 403, DENIED)
  await page.getByRole('searchbox', { name: 'Search' }).fill('demo')
  await expect.element(denied).toBeVisible()
  expect(page.getByRole('table').elements()).toEqual([])
  expect(page.getByText('Admin Panel').elements()).toEqual([])
})
