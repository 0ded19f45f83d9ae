import { changePassword } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { type Account, cookieOf, mailsTo, newestMail, signUp } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()

const NEW_DEVICE = 'New device signed in to your Trading Bot account'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0'

type Registration = Account['registration']

/** Signs in as a browser does. */
async function logInWith({ username, password }: Registration, headers: Record<string, string>) {
  const reply = await server.raw('POST', '/api/auth/login/', { body: JSON.stringify({ username, password }), headers })
  expect(reply.status).toBe(200)
  return reply
}

const newDeviceMails = async ({ email }: Registration) =>
  (await mailsTo(server, email)).filter((subject) => subject === NEW_DEVICE).length

test('a device never seen is told to the owner; it is known by its cookie, or by its program and address', async () => {
  const { registration } = await signUp(server)
  const first = await logInWith(registration, { 'user-agent': FIREFOX })
  expect(first.headers.get('set-cookie')).toMatch(
    /^trading_bot_device=[\w-]{43}; Path=\/api\/auth\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
  )
  const mail = await newestMail(server, registration.email)
  expect(mail.subject).toBe(NEW_DEVICE)
  for (const part of ['Firefox on Windows at 127.0.0.1', '16 Nov 2026', 'https://bot.example.in/profile'])
    expect(mail.text).toContain(part)
  const cookie = cookieOf(first)
  expect(cookieOf(await logInWith(registration, { 'user-agent': 'an update of it', cookie }))).toBe(cookie)
  await logInWith(registration, { 'user-agent': FIREFOX })
  expect(await newDeviceMails(registration)).toBe(1)
  await logInWith(registration, { 'user-agent': 'another', cookie: `trading_bot_device=${'A'.repeat(43)}` })
  expect(await newDeviceMails(registration)).toBe(2)
})

test('the cookie of a device is worth nothing for another account', async () => {
  const [one, two] = [await signUp(server), await signUp(server)]
  const cookie = cookieOf(await logInWith(one.registration, { 'user-agent': FIREFOX }))
  await logInWith(two.registration, { 'user-agent': FIREFOX, cookie })
  expect(await newDeviceMails(two.registration)).toBe(1)
})

test('a changed password forgets every device but the one it was changed from', async () => {
  const { registration, user } = await signUp(server)
  const cookie = cookieOf(await logInWith(registration, { 'user-agent': FIREFOX }))
  const signedIn = await logInWith(registration, { cookie })
  const { access: token } = signedIn.body as { access: string }
  const fresh = { new_password: 'Newpass12', new_password_confirm: 'Newpass12' }
  const body = JSON.stringify({ old_password: registration.password, ...fresh })
  const reply = await server.raw('POST', `/api${changePassword.path}`, { body, token, headers: { cookie } })
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
