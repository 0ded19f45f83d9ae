import { changePassword } from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestMail, signUp } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const NEW_DEVICE = 'New device signed in to your Trading Bot account'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0'

type Account = Awaited<ReturnType<typeof signUp>>['registration']

/** Signs in as a browser does, and returns the device cookie it was given. */
async function logInWith({ username, password }: Account, headers: Record<string, string>): Promise<string> {
  const reply = await server.raw('POST', '/api/auth/login/', { body: JSON.stringify({ username, password }), headers })
  expect(reply.status).toBe(200)
  return reply.headers.get('set-cookie') ?? ''
}

async function newDeviceMails({ email }: Account): Promise<number> {
  const mails = await server.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', email)
    .where('subject', '=', NEW_DEVICE)
    .execute()
  return mails.length
}

test('the first sign-in from a device never seen is told to the owner, with device, address and time', async () => {
  const { registration } = await signUp(server)
  await logInWith(registration, { 'user-agent': FIREFOX })
  const mail = await newestMail(server, registration.email)
  expect(mail.subject).toBe(NEW_DEVICE)
  expect(mail.text).toContain('Firefox on Windows at 127.0.0.1')
  expect(mail.text).toContain('16 Nov 2026')
  expect(mail.text).toContain('https://bot.example.in/profile')
})

test('a device is recognised by its cookie, or by an earlier session with the same program and address', async () => {
  const { registration } = await signUp(server)
  const cookie = await logInWith(registration, { 'user-agent': FIREFOX })
  expect(cookie).toMatch(
    /^trading_bot_device=[\w-]{43}; Path=\/api\/auth\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(await newDeviceMails(registration)).toBe(1)
  const [pair = ''] = cookie.split(';')
  expect(await logInWith(registration, { 'user-agent': 'an update of it', cookie: pair })).toContain(pair)
  await logInWith(registration, { 'user-agent': FIREFOX })
  expect(await newDeviceMails(registration)).toBe(1)
  await logInWith(registration, { 'user-agent': 'another', cookie: `trading_bot_device=${'A'.repeat(43)}` })
  expect(await newDeviceMails(registration)).toBe(2)
})

test('the cookie of a device is worth nothing for another account', async () => {
  const [one, two] = [await signUp(server), await signUp(server)]
  const [pair = ''] = (await logInWith(one.registration, { 'user-agent': FIREFOX })).split(';')
  await logInWith(two.registration, { 'user-agent': FIREFOX, cookie: pair })
  expect(await newDeviceMails(two.registration)).toBe(1)
})

test('a changed password forgets every device but the one it was changed from', async () => {
  const { registration, user } = await signUp(server)
  const cookie = await logInWith(registration, { 'user-agent': FIREFOX })
  const [pair = ''] = cookie.split(';')
  const { username, password: old_password } = registration
  const signedIn = await server.raw('POST', '/api/auth/login/', {
    body: JSON.stringify({ username, password: old_password }),
    headers: { cookie: pair },
  })
  const body = JSON.stringify({ old_password, new_password: 'Newpass12', new_password_confirm: 'Newpass12' })
  const { access: token } = signedIn.body as { access: string }
  const reply = await server.raw('POST', `/api${changePassword.path}`, { body, token, headers: { cookie: pair } })
  expect(reply.status).toBe(200)
  const devices = await server.db.selectFrom('known_devices').select('device').where('user_id', '=', user.id).execute()
  expect(devices).toHaveLength(1)
})

test('a refused log-in gets no device cookie', async () => {
  const { registration } = await signUp(server)
  const body = JSON.stringify({ username: registration.username, password: 'Wrong123' })
  const reply = await server.raw('POST', '/api/auth/login/', { body })
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null])
})
