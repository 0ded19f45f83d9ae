import { MINUTE_MS } from '@trading-bot/core/time'
import {
  forgotPassword,
  logIn,
  logOut,
  readAccountDashboard,
  readProfile,
  refreshToken,
} from '@trading-bot/contract/rest/accounts/auth'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Passwords } from '../../../platform/security/passwords.ts'
import { auditOf, cookieOf, logsOf, mailsTo, signUp } from '../../../testing/test-accounts.ts'
import { serverForFile, startTestServer, type TestServer } from '../../../testing/test-server.ts'

const server = serverForFile()

// Behind a proxy, a caller has the address that the proxy names.
const proxied = serverForFile({ trustProxy: '127.0.0.1', demo: false })
const callsFrom =
  (of: TestServer) =>
  (address: string, body: object, cookie = '') =>
    of.raw('POST', '/api/auth/login/', {
      body: JSON.stringify(body),
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
    })
const send = callsFrom(proxied)

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
  const { password: _, password_confirm: __, ...given } = registration
  const added = ['date_joined', 'gst_state', 'gstin', 'id', 'is_admin', 'must_enrol', 'second_factor']
  expect(Object.keys(body.user).sort()).toEqual([...Object.keys(given), ...added].sort())
})

test('a wrong password and an unknown name are both refused with the same non_field_errors', async () => {
  const { registration } = await signUp(server)
  const known = await server.call(logIn, { username: registration.username, password: 'Wrong123' })
  const unknown = await server.call(logIn, { username: 'nobody_here', password: 'Wrong123' })
  expect(known.status).toBe(400)
  expect(known.body).toEqual({ non_field_errors: ['Invalid username or password.'], code: 'WRONG_LOGIN' })
  expect(unknown.body).toEqual(known.body)
})

test('after five failures a log-in must wait, with the right password too; the wait doubles up to an hour, for a day', async () => {
  const { registration } = await signUp(server)
  const { username, password } = registration
  const fail = () => server.call(logIn, { username, password: 'Wrong123' })
  const waits: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) await fail()
  for (let attempt = 0; attempt < 9; attempt++) {
    expect((await fail()).status).toBe(400)
    const refused = await server.call(logIn, { username, password })
    const wait = Number(refused.headers.get('retry-after'))
    const sentence = 'Too many failed log-ins. Please try again in 30 seconds, or reset your password.'
    if (attempt === 0) expect(refused).toMatchObject({ status: 429, body: { non_field_errors: [sentence] } })
    waits.push(wait)
    server.moveTime(wait * 1000)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  server.moveTime(24 * 60 * MINUTE_MS)
  for (let attempt = 0; attempt < 4; attempt++) await fail()
  expect((await server.call(logIn, { username, password })).status).toBe(200)
})

test('failures with the username and with the e-mail of one user count together', async () => {
  const { registration } = await signUp(server)
  const { username, email, password } = registration
  for (const name of [username, email, username.toUpperCase(), email.toUpperCase(), username]) {
    expect((await server.call(logIn, { username: name, password: 'Wrong123' })).status).toBe(400)
  }
  for (const name of [username, email])
    expect((await server.call(logIn, { username: name, password })).status).toBe(429)
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

test('signing in writes an audit line, a failed log-in a security warning without the password', async () => {
  const { registration, user } = await signUp(server)
  const { username, password } = registration
  await server.call(logIn, { username, password })
  expect(await auditOf(server, user.id)).toEqual(['account.registered', 'account.signed-in'])
  await server.call(logIn, { username, password: 'Wrong123' })
  const logs = (await logsOf(server, user.id)).filter(({ level }) => level === 'WARNING')
  expect(logs).toMatchObject([{ category: 'security', message: 'Failed log-in' }])
  expect(JSON.stringify(logs)).not.toContain('Wrong123')
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
  const { status, body } = await server.call(readProfile, {}, `${access.slice(0, -4)}AAAA`)
  expect([status, body]).toMatchObject([401, { detail: 'Authentication failed. Please log in again.' }])
})

test("CALL GET /auth/dashboard/ returns the user's own summary", async () => {
  const { access, user } = await signUp(server)
  const { body } = await server.call(readAccountDashboard, {}, access)
  expect(body).toMatchObject({ user: { id: user.id }, active_sessions: 1, recovery_codes_left: 0 })
  expect(body.last_login_at).not.toBeNull()
})

test('a forwarded address is ignored unless it comes from a trusted proxy', async () => {
  for (const [of, isTrusted] of [
    [server, false],
    [proxied, true],
  ] as const) {
    const { registration, user } = await signUp(of)
    await callsFrom(of)('203.0.113.9', { username: registration.username, password: registration.password })
    const sessions = await of.db.selectFrom('sessions').select('address').where('user_id', '=', user.id).execute()
    expect(sessions.some(({ address }) => address === '203.0.113.9')).toBe(isTrusted)
  }
})

test('guesses spread over many networks are limited per account, and the owner still signs in from a known device', async () => {
  const { registration } = await signUp(proxied)
  const { username, email, password } = registration
  const cookie = cookieOf(await send('198.51.100.1', { username, password }))
  const guess = (from: number) =>
    send(`203.0.113.${from}`, { username: from % 2 ? username : email, password: 'Wrong123' })
  for (let from = 0; from < 100; from++) expect((await guess(from)).status).toBe(400)
  expect((await guess(100)).status).toBe(429)
  // The right password of a stranger's device waits too; the owner's device does not.
  const stranger = await send('192.0.2.7', { username, password })
  expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '86400'])
  expect((await send('203.0.113.1', { username, password }, cookie)).status).toBe(200)
})

test('a known device has its own growing wait, and a cookie nobody was given has none of its own', async () => {
  const { registration } = await signUp(proxied)
  const { username, password } = registration
  const cookie = cookieOf(await send('198.51.100.1', { username, password }))
  const wrong = { username, password: 'Wrong123' }
  for (let attempt = 0; attempt < 5; attempt++) await send(`198.51.100.${attempt}`, wrong, cookie)
  expect((await send('198.51.100.9', { username, password }, cookie)).status).toBe(429)
  expect((await send('198.51.100.9', { username, password })).status).toBe(200)
  for (let attempt = 0; attempt < 5; attempt++) {
    await send('192.0.2.1', wrong, `trading_bot_device=${String(attempt).repeat(43)}`)
  }
  expect((await send('192.0.2.1', { username, password })).status).toBe(429)
})

test('outside the demo the addresses of one IPv6 /64 are allowed fifty failed log-ins an hour, five for one account', async () => {
  const { registration } = await signUp(proxied)
  const { username } = registration
  const guess = (host: number, name = username) =>
    send(`2001:db8:7:7::${host.toString(16)}`, { username: name, password: 'Wrong123' })
  for (let host = 0; host < 5; host++) expect((await guess(host)).status).toBe(400)
  expect((await guess(5)).status).toBe(429)
  expect((await send('2001:db8:7:8::1', { username, password: 'Wrong123' })).status).toBe(400)
  for (let host = 6; host < 51; host++) expect((await guess(host, `nobody_${host}`)).status).toBe(400)
  const next = await guess(51, 'nobody_51')
  expect([next.status, next.headers.get('retry-after')]).toEqual([429, '3600'])
  proxied.moveTime(60 * MINUTE_MS)
  expect((await guess(52, 'nobody_52')).status).toBe(400)
})

test('a log-in and a reset cost the same statements and hashes whether or not the account exists', async () => {
  const own = await startTestServer()
  const { registration } = await signUp(own)
  const work: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      work.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { verify } = own.deps.passwords
  const passwords: Passwords = {
    ...own.deps.passwords,
    verify: async (...given) => {
      work.push('hash')
      return verify(...given)
    },
  }
  Object.assign(own.deps, { db: own.db.withPlugin(plugin), passwords })
  const workOf = async (run: () => Promise<unknown>) => {
    work.length = 0
    await run()
    return [...work]
  }
  const logInAs = (username: string) => workOf(() => own.call(logIn, { username, password: 'Wrong123' }))
  const known = await logInAs(registration.username)
  expect(known).toContain('hash')
  expect(await logInAs('nobody_here')).toEqual(known)
  expect(await logInAs('nobody@example.in')).toEqual(await logInAs(registration.email))
  const resetOf = (email: string) => workOf(() => own.call(forgotPassword, { email }))
  const reset = await resetOf(registration.email)
  expect(reset).toContain('InsertQueryNode')
  expect(await resetOf('nobody@example.in')).toEqual(reset)
  expect(await mailsTo(own, 'nobody@example.in')).toEqual([])
  await own.stop()
})
