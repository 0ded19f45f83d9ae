import { randomBytes } from 'node:crypto'
import { logIn, readProfile, refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import { dismissAccountNotice, listAccountNotices } from '@trading-bot/contract/rest/accounts/security'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authKeys } from '../../../platform/security/auth-keys.ts'
import { newestMail, signUp } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const refresh = (token: string) => server.call(refreshToken, { refresh: token })

test('CALL POST /auth/token/refresh/ answers a new access token and the next refresh token', async () => {
  const { refresh: first } = await signUp(server)
  const reply = await refresh(first)
  expect(reply.status).toBe(200)
  expect(reply.body.refresh).not.toBe(first)
  expect((await server.call(readProfile, {}, reply.body.access)).status).toBe(200)
})

test('a refresh token returns the same successor until that successor has been used', async () => {
  const { refresh: first } = await signUp(server)
  const lost = await refresh(first)
  const again = await refresh(first)
  expect(again.body.refresh).toBe(lost.body.refresh)
  const third = await refresh(again.body.refresh)
  expect(third.status).toBe(200)
})

test('parallel refreshes with one token get the same successor', async () => {
  const { refresh: first } = await signUp(server)
  const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(first)))
  expect(new Set(replies.map(({ body }) => body.refresh)).size).toBe(1)
  expect(replies.every(({ status }) => status === 200)).toBe(true)
})

test('an exchanged token is accepted for one minute; after that it ends the session', async () => {
  const { refresh: first } = await signUp(server)
  const second = (await refresh(first)).body.refresh
  server.moveTime(60_000)
  expect((await refresh(first)).body.refresh).toBe(second)
  server.moveTime(1)
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(second)).status).toBe(401)
})

test('the owner of a copied session hears of it by mail and, once signed in again, on the screen until dismissed', async () => {
  const { refresh: first, registration } = await signUp(server)
  const other = await signUp(server)
  const second = (await refresh(first)).body.refresh
  await refresh(second)
  await refresh(first)
  const mail = await newestMail(server, registration.email)
  expect(mail.subject).toBe('A copied session was ended')
  expect(mail.text).toContain('16 Nov 2026')
  const { username, password } = registration
  const { access } = (await server.call(logIn, { username, password })).body
  const [notice] = (await server.call(listAccountNotices, {}, access)).body
  expect(notice).toMatchObject({ title: 'A copied session was ended', text: expect.stringContaining('127.0.0.1') })
  const id = notice?.id ?? ''
  expect((await server.call(dismissAccountNotice, { id }, other.access)).status).toBe(404)
  expect((await server.call(dismissAccountNotice, { id }, access)).status).toBe(204)
  expect((await server.call(listAccountNotices, {}, access)).body).toEqual([])
})

test('reusing an older token ends the whole session and is logged', async () => {
  const { refresh: first, user } = await signUp(server)
  const second = (await refresh(first)).body.refresh
  const third = (await refresh(second)).body
  const stolen = await refresh(first)
  expect(stolen.status).toBe(401)
  expect((await refresh(third.refresh)).status).toBe(401)
  expect((await server.call(readProfile, {}, third.access)).status).toBe(401)
  const logs = await server.db.selectFrom('system_logs').select('message').where('user_id', '=', user.id).execute()
  expect(logs.map(({ message }) => message)).toContain('A used refresh token came back: its session was ended')
})

test('a forged, foreign or future token is refused', async () => {
  const { refresh: token } = await signUp(server)
  const [session, , mac] = token.split('.')
  for (const forged of ['x', `${session}.1.${mac}`, `${session}.0.${'A'.repeat(43)}`, `${token}x`]) {
    expect((await refresh(forged)).status).toBe(401)
  }
})

test('a rotated AUTH_SECRET signs nobody out', async () => {
  const former = randomBytes(32)
  const before = await startTestServer({ authKeys: authKeys(former) })
  const { access, refresh: first } = await signUp(before)
  // The same server with the next key: only its configuration changes at a restart.
  Object.assign(before.deps.config, { authKeys: authKeys(randomBytes(32), [former]) })
  expect((await before.call(readProfile, {}, access)).status).toBe(200)
  const next = await before.call(refreshToken, { refresh: first })
  expect((await before.call(refreshToken, { refresh: next.body.refresh })).status).toBe(200)
  await before.stop()
})

test('a session ends 30 days after signing in, or 90 when remembered, however often it is used', async () => {
  const { registration } = await signUp(server)
  const { username, password } = registration
  for (const [days, rememberMe] of [
    [30, false],
    [90, true],
  ] as const) {
    let token = (await server.call(logIn, { username, password, remember_me: rememberMe })).body.refresh
    for (let day = 0; day < days - 6; day += 6) {
      server.moveTime(6 * DAY_MS)
      const reply = await refresh(token)
      expect([days, day, reply.status]).toEqual([days, day, 200])
      token = reply.body.refresh
    }
    server.moveTime(6 * DAY_MS)
    expect((await refresh(token)).status).toBe(401)
  }
})

test('every refresh extends the session by another seven days', async () => {
  const { refresh: first } = await signUp(server)
  server.moveTime(6 * DAY_MS)
  const second = await refresh(first)
  server.moveTime(6 * DAY_MS)
  expect((await refresh(second.body.refresh)).status).toBe(200)
})

test('a suspended account cannot refresh its token', async () => {
  const { refresh: first, user } = await signUp(server)
  await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
  expect((await refresh(first)).status).toBe(401)
})
