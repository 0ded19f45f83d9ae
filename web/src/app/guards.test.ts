import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', { localStorage: {} })
const { redirectFor } = await import('./guards.ts')

const trader = { status: 'signed-in', user: { is_admin: false, must_enrol: false } as User } as const
const admin = { status: 'signed-in', user: { is_admin: true, must_enrol: false } as User } as const
const nobody = { status: 'signed-out', error: null, notice: null } as const

test('R-01 public pages redirect signed-in users', () => {
  expect([nobody, trader, admin].map((who) => redirectFor('public-only', who))).toEqual([null, '/pricing', '/admin'])
})

test('R-02 user pages redirect visitors to /login and admins to /admin', () => {
  expect([nobody, trader, admin].map((who) => redirectFor('user-only', who))).toEqual(['/login', null, '/admin'])
})

test('R-03 shared pages require a signed-in user', () => {
  expect([nobody, trader, admin].map((who) => redirectFor('signed-in', who))).toEqual(['/login', null, null])
})

test('R-04 admin pages redirect visitors to /login and users to /dashboard', () => {
  expect([nobody, trader, admin].map((who) => redirectFor('admin-only', who))).toEqual(['/login', '/dashboard', null])
})

test('an admin who must enrol a second factor is redirected to the profile', () => {
  const enrolling = { ...admin, user: { ...admin.user, must_enrol: true } }
  expect(redirectFor('admin-only', enrolling)).toBe('/profile')
  expect(redirectFor('signed-in', enrolling)).toBeNull()
})
