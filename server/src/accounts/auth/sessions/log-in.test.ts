import {
  logIn,
  logOut,
  readAccountDashboard,
  readProfile,
  refreshToken,
} from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const MINUTE_MS = 60_000

test('CALL POST /auth/login/ accepts the username or the e-mail, in any case', async () => {
  const { registration } = await signUp(server)
  for (const username of [
    registration.username,
    registration.username.toUpperCase(),
    registration.email.toUpperCase(),
  ]) {
    const reply = await server.call(logIn, { username, password: registration.password, remember_me: true })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ remember_me: true, user: { username: registration.username } })
  }
})

test('EN-04 the log-in answer contains the specified user fields and no secret', async () => {
  const { registration } = await signUp(server)
  const { body } = await server.call(logIn, { username: registration.email, password: registration.password })
  expect(Object.keys(body.user).sort()).toEqual([
    'date_joined',
    'email',
    'first_name',
    'gst_state',
    'id',
    'is_admin',
    'last_name',
    'must_enrol',
    'phone_number',
    'second_factor',
    'trading_experience',
    'username',
  ])
})

test('a wrong password and an unknown name are both refused with the same non_field_errors', async () => {
  const { registration } = await signUp(server)
  const known = await server.call(logIn, { username: registration.username, password: 'Wrong123' })
  const unknown = await server.call(logIn, { username: 'nobody_here', password: 'Wrong123' })
  expect(known.status).toBe(400)
  expect(known.body).toEqual({ non_field_errors: ['Invalid username or password.'], code: 'WRONG_LOGIN' })
  expect(unknown.body).toEqual(known.body)
})

test('the sixth attempt within a quarter of an hour must wait, says how long, and fails with the right password too', async () => {
  const { registration } = await signUp(server)
  const { username } = registration
  for (let attempt = 0; attempt < 5; attempt++) await server.call(logIn, { username, password: 'Wrong123' })
  const sixth = await server.call(logIn, { username, password: registration.password })
  expect(sixth.status).toBe(429)
  expect(sixth.headers.get('retry-after')).toBe('900')
  expect(sixth.body).toMatchObject({
    non_field_errors: ['Too many failed log-ins. Please try again in 15 minutes, or reset your password.'],
  })
  server.moveTime(15 * MINUTE_MS)
  expect((await server.call(logIn, { username, password: registration.password })).status).toBe(200)
})

test('twenty parallel guesses count as twenty', async () => {
  const { registration } = await signUp(server)
  const guesses = Array.from({ length: 20 }, () =>
    server.call(logIn, { username: registration.username, password: 'Wrong123' }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('a successful log-in clears the failures before it', async () => {
  const { registration } = await signUp(server)
  const { username, password } = registration
  for (let round = 0; round < 3; round++) {
    for (let attempt = 0; attempt < 4; attempt++) await server.call(logIn, { username, password: 'Wrong123' })
    expect((await server.call(logIn, { username, password })).status).toBe(200)
  }
})

test('a failed log-in is recorded in the system log as a security warning', async () => {
  const { registration, user } = await signUp(server)
  await server.call(logIn, { username: registration.username, password: 'Wrong123' })
  const row = await server.db
    .selectFrom('system_logs')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('level', '=', 'WARNING')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ category: 'security', message: 'Failed log-in' })
  expect(JSON.stringify(row)).not.toContain('Wrong123')
})

test('a suspended account cannot sign in, and its open sessions end at once', async () => {
  const { registration, user, access } = await signUp(server)
  await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
  const reply = await server.call(logIn, { username: registration.username, password: registration.password })
  expect(reply.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
})

test('an access token is valid for 15 minutes', async () => {
  const { access } = await signUp(server)
  server.moveTime(15 * MINUTE_MS - 1000)
  expect((await server.call(readProfile, {}, access)).status).toBe(200)
  server.moveTime(1000)
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
})

test('a refresh token is valid for 7 days, or 30 when remembered', async () => {
  const { registration } = await signUp(server)
  const { username, password } = registration
  const short = await server.call(logIn, { username, password })
  const long = await server.call(logIn, { username, password, remember_me: true })
  server.moveTime(7 * 24 * 60 * MINUTE_MS)
  expect((await server.call(refreshToken, { refresh: short.body.refresh })).status).toBe(401)
  expect((await server.call(refreshToken, { refresh: long.body.refresh })).status).toBe(200)
})

test('CALL POST /auth/logout/ ends the session of the refresh token; an unknown token is no error', async () => {
  const { access, refresh } = await signUp(server)
  expect((await server.call(logOut, { refresh_token: refresh })).status).toBe(204)
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
  expect((await server.call(refreshToken, { refresh })).status).toBe(401)
  expect((await server.call(logOut, { refresh_token: 'nonsense' })).status).toBe(204)
  expect((await server.raw('POST', '/api/auth/logout/')).status).toBe(204)
})

test('CALL GET /auth/profile/ needs a token that we issued', async () => {
  const { access } = await signUp(server)
  expect((await server.call(readProfile, {}, access)).status).toBe(200)
  const forged = `${access.slice(0, -4)}AAAA`
  for (const token of [undefined, 'x', forged]) {
    const reply = await server.call(readProfile, {}, token)
    expect(reply.status).toBe(401)
    expect(reply.body).toMatchObject({ detail: 'Authentication failed. Please log in again.' })
  }
})

test("CALL GET /auth/dashboard/ returns the user's own summary", async () => {
  const { access, user } = await signUp(server)
  const { body } = await server.call(readAccountDashboard, {}, access)
  expect(body).toMatchObject({ user: { id: user.id }, active_sessions: 1, recovery_codes_left: 0 })
  expect(body.last_login_at).not.toBeNull()
})

test('signing in writes an audit line', async () => {
  const { registration, user } = await signUp(server)
  await server.call(logIn, { username: registration.username, password: registration.password })
  const lines = await server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', user.id).execute()
  expect(lines.map(({ action }) => action).sort()).toEqual(['account.registered', 'account.signed-in'])
})

test('a forwarded address is ignored unless it comes from a trusted proxy', async () => {
  const { registration, user } = await signUp(server)
  const body = JSON.stringify({ username: registration.username, password: registration.password })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await server.raw('POST', '/api/auth/login/', { body, headers })
  const addresses = async (of: TestServer, id: string) =>
    (await of.db.selectFrom('sessions').select('address').where('user_id', '=', id).execute()).map((row) => row.address)
  expect(await addresses(server, user.id)).not.toContain('203.0.113.9')
})

test('outside the demo an address is allowed fifty failed log-ins an hour, whatever the names', async () => {
  const open = await startTestServer({ demo: false })
  const fail = (count: number) => open.call(logIn, { username: `nobody_${count}`, password: 'Wrong123' })
  await Promise.all(Array.from({ length: 50 }, (_, count) => fail(count)))
  const next = await fail(50)
  expect([next.status, next.headers.get('retry-after')]).toEqual([429, '3600'])
  open.moveTime(60 * MINUTE_MS)
  expect((await fail(51)).status).toBe(400)
  await open.stop()
})

test('guesses spread over many addresses are limited per account', async () => {
  const { registration } = await signUp(server)
  const login = registration.username.toLowerCase()
  const values = {
    key: `login:${login}|anywhere`,
    hits: 100,
    window_ends_at: new Date(server.deps.clock.now().getTime() + MINUTE_MS),
  }
  await server.db.insertInto('throttles').values(values).execute()
  const refused = await server.call(logIn, { username: registration.username, password: registration.password })
  expect(refused.status).toBe(429)
  server.moveTime(MINUTE_MS)
  expect((await server.call(logIn, { username: registration.username, password: 'Wrong123' })).status).toBe(400)
  const row = await server.db
    .selectFrom('throttles')
    .select('hits')
    .where('key', '=', values.key)
    .executeTakeFirstOrThrow()
  expect(row.hits).toBe(1)
})
