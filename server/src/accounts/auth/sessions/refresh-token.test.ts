import { DAY_MS } from '@trading-bot/core/time'
import { logIn, readProfile, refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import { dismissAccountNotice, listAccountNotices } from '@trading-bot/contract/rest/accounts/security'
import { expect, test } from 'vitest'
import { logsOf, newestMail, signUp } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()

const refresh = (token: string) => server.call(refreshToken, { refresh: token })

test('CALL POST /auth/token/refresh/ answers an access token and the next refresh token, the same to parallel calls', async () => {
  const { refresh: first } = await signUp(server)
  const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(first)))
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  const [next = '', ...others] = new Set(replies.map(({ body }) => body.refresh))
  expect(others).toEqual([])
  expect(next).not.toBe(first)
  expect((await server.call(readProfile, {}, replies[0]?.body.access)).status).toBe(200)
  expect((await refresh(next)).status).toBe(200)
  expect((await refresh(`${next}x`)).status).toBe(401)
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

test('reusing an older token ends the session; its owner hears of it by log, mail and, signed in again, on the screen', async () => {
  const { refresh: first, registration, user } = await signUp(server)
  const second = (await refresh(first)).body.refresh
  const third = (await refresh(second)).body
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(third.refresh)).status).toBe(401)
  expect((await server.call(readProfile, {}, third.access)).status).toBe(401)
  const logged = (await logsOf(server, user.id)).map(({ message }) => message)
  expect(logged).toContain('A used refresh token came back: its session was ended')
  const mail = await newestMail(server, registration.email)
  expect([mail.subject, mail.text]).toEqual(['A copied session was ended', expect.stringContaining('16 Nov 2026')])
  const { username, password } = registration
  const { access } = (await server.call(logIn, { username, password })).body
  const [notice] = (await server.call(listAccountNotices, {}, access)).body
  expect(notice).toMatchObject({ title: 'A copied session was ended', text: expect.stringContaining('127.0.0.1') })
  expect((await server.call(dismissAccountNotice, { id: notice?.id ?? '' }, access)).status).toBe(204)
  expect((await server.call(listAccountNotices, {}, access)).body).toEqual([])
})

test('every refresh extends a session, up to 30 days after signing in, or 90 when remembered', async () => {
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

test('a suspended account can neither use nor refresh its tokens', async () => {
  const { refresh: first, access, user } = await signUp(server)
  await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
  expect((await refresh(first)).status).toBe(401)
})
