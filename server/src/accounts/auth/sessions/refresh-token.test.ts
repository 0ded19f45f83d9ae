import { readProfile, refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../../testing/test-accounts.ts'
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
