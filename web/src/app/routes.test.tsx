import { readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { listKillSwitches, readClosing } from '@trading-bot/contract/rest/trading/admin-bots'
import { readCalendarAlerts } from '@trading-bot/contract/rest/trading/calendar'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, hold, refuse } from '../testing/answers.ts'
import { router } from './router.ts'
import { expectPath, signInAs, storeSession, toast, visit } from '../testing/open-app.tsx'

const ADMIN_PAGES =
  'bot-code subscriptions pricing bot-config logs users ec2 bots trades analytics symbol-management settings account-checks'
const USER_PAGES =
  'dashboard subscriptions pricing bot-subscriptions credentials upgrade-downgrade subscription-flow/$step try-on-history/$planId how-it-decides/$kind/$id'
const GUARDED = {
  'public-only': ['/login', '/register', '/verify-otp', '/forgot-password', '/reset-password'],
  'user-only': USER_PAGES.split(' ').map((name) => `/${name}`),
  'signed-in': ['/trades', '/analytics', '/profile'],
  'admin-only': ['/admin', ...ADMIN_PAGES.split(' ').map((name) => `/admin/${name}`)],
}
const denied = page.getByRole('heading', { name: 'Access Denied' })
const DENIED = { error: 'No', code: 'ACCESS_DENIED' }

test('R-01 R-02 R-03 R-04 every page has its guard', () => {
  const routes: Record<string, { parentRoute: { id: string } }> = router.routesByPath
  for (const [guard, paths] of Object.entries(GUARDED))
    expect(paths.map((path) => [path, routes[path]?.parentRoute.id.split('/').at(-1)])).toEqual(
      paths.map((path) => [path, guard]),
    )
})

test.for([
  ['trader', { '/login': '/pricing', '/admin': '/dashboard', '/': '/pricing', '/admin/nowhere': '/pricing' }],
  ['admin', { '/login': '/admin', '/dashboard': '/admin' }],
  ['visitor', { '/dashboard': '/login', '/profile': '/login', '/admin': '/login' }],
] as const)('R-01 R-02 R-03 R-04 R-06 a %s is redirected by each guard', async ([role, redirects]) => {
  for (const [path, target] of Object.entries(redirects)) {
    signInAs(role)
    await visit(path)
    await expectPath(target)
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
  for (const call of [listKillSwitches, readClosing, readCalendarAlerts])
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
  expect(page.getByText('Admin Panel').elements()).toEqual([])
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
