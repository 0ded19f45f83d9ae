import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSessionStore } from './session-store.ts'

const user = { username: 'asha', email: 'asha@example.com', is_admin: false } as User
const tokens = { access: 'a1', refresh: 'r1' }

describe('session store', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  beforeEach(() => stored.clear())

  test('SE-05 the status is loading at first and on log-in, then signed in, or signed out with the error', () => {
    const store = createSessionStore(storage)
    expect(store.read()).toEqual({ status: 'loading' })
    store.fail('Wrong')
    expect(store.read()).toEqual({ status: 'signed-out', error: 'Wrong', notice: null })
    store.begin()
    expect(store.read()).toEqual({ status: 'loading' })
    store.signIn({ ...tokens, user, remember_me: true })
    expect(store.read()).toEqual({ status: 'signed-in', user })
    store.end()
    expect(store.read()).toEqual({ status: 'signed-out', error: null, notice: null })
    expect(stored.size).toBe(0)
  })

  test('AU-06 tokens, user and remember_me are stored under their four keys', () => {
    createSessionStore(storage).signIn({ ...tokens, user, remember_me: true })
    expect(Object.fromEntries(stored)).toEqual({
      access_token: 'a1',
      refresh_token: 'r1',
      user: JSON.stringify(user),
      remember_me: 'true',
    })
  })

  test.each(['{oops', '[]', 'null', '"text"'])('SE-01 an unreadable stored user (%s) clears the storage', (text) => {
    stored.set('access_token', 'a1').set('refresh_token', 'r1').set('user', text).set('remember_me', 'true')
    const store = createSessionStore(storage)
    expect(store.restore()).toBeNull()
    expect(store.read()).toEqual({ status: 'signed-out', error: null, notice: null })
    expect(stored.size).toBe(0)
  })

  test('SE-01 a stored token and user are restored', () => {
    stored.set('access_token', 'a1').set('user', JSON.stringify(user))
    expect(createSessionStore(storage).restore()).toEqual(user)
  })

  test('another tab that signs out or changes the user is followed', () => {
    const store = createSessionStore(storage)
    store.signIn({ ...tokens, user })
    stored.set('user', JSON.stringify({ ...user, username: 'ravi' }))
    store.follow()
    expect(store.read()).toMatchObject({ user: { username: 'ravi' } })
    stored.clear()
    store.follow()
    expect(store.read()).toEqual({ status: 'signed-out', error: null, notice: null })
  })

  test('R-09 a flag forged in the storage makes nobody an administrator', () => {
    const store = createSessionStore(storage)
    store.signIn({ ...tokens, user })
    stored.set('user', JSON.stringify({ ...user, is_admin: true }))
    store.follow()
    expect(store.read()).toMatchObject({ user: { is_admin: false } })
  })

  test('R-09 who loses the role is no administrator here either, and after a reload', () => {
    const store = createSessionStore(storage)
    store.signIn({ ...tokens, user: { ...user, is_admin: true } })
    store.loseAdminRole()
    expect(store.read()).toMatchObject({ status: 'signed-in', user: { username: 'asha', is_admin: false } })
    expect(createSessionStore(storage).restore()).toMatchObject({ is_admin: false })
  })
})
