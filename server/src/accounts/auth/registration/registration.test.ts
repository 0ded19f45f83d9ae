import { DAY_MS } from '@trading-bot/core/time'
import { forgotPassword, register, resendOtp, verifyOtp } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { mailedCode, mailsTo, newestMail, newRegistration, signUp } from '../../../testing/test-accounts.ts'
import { serverForFile, startTestServer } from '../../../testing/test-server.ts'

const server = serverForFile()

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A registration that waits for its code, and the call that sends one. */
async function registered(change: Partial<ReturnType<typeof newRegistration>> = {}) {
  const input = { ...newRegistration(), ...change }
  await server.call(register, input)
  const otp = await mailedCode(server, input.email)
  const verify = (code = otp, registration_data = input) =>
    server.call(verifyOtp, { email: input.email, otp: code, registration_data })
  return { input, otp, verify }
}

test('CALL POST /auth/register/ stores a pending registration without the password and mails a code', async () => {
  const input = newRegistration()
  expect(await server.call(register, input)).toMatchObject({ status: 200, body: { success: true } })
  expect((await newestMail(server, input.email)).text).toMatch(/one-time code is \d{6}/)
  expect(await server.db.selectFrom('users').select('id').where('email', '=', input.email).execute()).toEqual([])
})

test('CALL POST /auth/verify-otp/ creates the account and signs it in', async () => {
  const { input, verify } = await registered()
  const { status, body } = await verify()
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, message: 'Email verified successfully! Welcome to Trading Bot!' })
  const { password: _, password_confirm: __, ...fields } = input
  expect(body.user).toMatchObject({ ...fields, is_admin: false })
  expect((await server.raw('GET', '/api/auth/profile/', { token: body.access })).status).toBe(200)
})

test('AU-17 a code is valid for exactly 300 seconds', async () => {
  const late = await registered()
  server.moveTime(300_000)
  expect((await late.verify()).body).toMatchObject({ code: 'OTP_EXPIRED' })
  const intime = await registered()
  server.moveTime(299_999)
  expect((await intime.verify()).status).toBe(200)
})

test('AU-17 a code works once: only one of fifty requests with the same code creates the account', async () => {
  const { verify } = await registered()
  const replies = await Promise.all(Array.from({ length: 50 }, () => verify()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = replies.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(49)
  expect(refused[0]?.body).toMatchObject({ success: false, message: 'Invalid OTP. Please try again.' })
})

test('five wrong codes invalidate the code; resending restores no attempts, and is refused once they are used up', async () => {
  const { input, otp, verify } = await registered()
  for (let attempt = 0; attempt < 4; attempt++)
    expect((await verify(wrong(otp))).body).toMatchObject({ code: 'WRONG_OTP' })
  expect((await server.call(resendOtp, { email: input.email })).status).toBe(200)
  const second = await mailedCode(server, input.email)
  await verify(wrong(second))
  expect((await verify(second)).body).toMatchObject({ code: 'OTP_TRIES_SPENT' })
  expect((await server.call(resendOtp, { email: input.email })).body).toMatchObject({ code: 'OTP_TRIES_SPENT' })
})

test('a code does not confirm a registration whose password the caller does not know', async () => {
  const { input: victim } = await registered()
  const { input: attacker, verify } = await registered({ email: victim.email })
  // The owner of the address has the code: they get their own account, not the one somebody else registered.
  const otp = await mailedCode(server, victim.email)
  expect((await verify(otp, victim)).body.user.username).toBe(victim.username)
  expect((await verify(otp, attacker)).status).toBe(400)
})

test('a right code with another password or another address is refused with "Invalid OTP"', async () => {
  const { input, otp, verify } = await registered()
  const changed = { ...input, password: 'Other1234', password_confirm: 'Other1234' }
  for (const data of [changed, { ...input, email: 'someone@example.in' }])
    expect((await verify(otp, data)).body).toMatchObject({ message: 'Invalid OTP. Please try again.' })
})

test('without registration_data exactly one pending registration must exist', async () => {
  const verify = async (email: string) => server.call(verifyOtp, { email, otp: await mailedCode(server, email) })
  const { input: alone } = await registered()
  expect((await verify(alone.email)).status).toBe(200)
  const { input: first } = await registered()
  await registered({ email: first.email })
  expect((await verify(first.email)).body).toMatchObject({ code: 'WRONG_OTP' })
})

test('CALL POST /auth/resend-otp/ mails a new code that replaces the old one, and none where nobody registered', async () => {
  const { input, otp: old, verify } = await registered()
  server.moveTime(1)
  const reply = await server.call(resendOtp, { email: input.email })
  expect(reply.body).toEqual({ success: true, message: 'OTP sent successfully! Please check your email.' })
  const fresh = await mailedCode(server, input.email)
  if (old !== fresh) expect((await verify(old)).status).toBe(400)
  expect((await verify(fresh)).status).toBe(200)
  expect((await server.call(resendOtp, { email: 'nobody@example.in' })).body).toEqual(reply.body)
  expect(await mailsTo(server, 'nobody@example.in')).toEqual([])
})

test('an address gets at most ten codes a day, and more on the next India day', async () => {
  const { input } = await registered()
  const { email } = input
  const resend = async () => (await server.call(resendOtp, { email })).status
  for (let count = 1; count < 10; count++) expect(await resend()).toBe(200)
  expect(await resend()).toBe(429)
  expect((await server.call(register, { ...newRegistration(), email })).status).toBe(429)
  server.moveTime(DAY_MS)
  expect(await resend()).toBe(200)
})

test('a taken username or e-mail is a field error, whatever its case', async () => {
  const { registration } = await signUp(server)
  const name = await server.call(register, { ...newRegistration(), username: registration.username.toUpperCase() })
  expect(name.status).toBe(400)
  expect(name.body).toEqual({ username: ['A user with this username already exists.'] })
  const mail = await server.call(register, { ...newRegistration(), email: registration.email.toUpperCase() })
  expect(mail.body).toEqual({ email: ['A user with this email already exists.'] })
})

test('of two pending registrations for one username the first to verify gets it, the other a field error', async () => {
  const first = await registered()
  const second = await registered({ username: first.input.username })
  expect((await first.verify()).status).toBe(200)
  const late = await second.verify()
  expect([late.status, late.body]).toEqual([400, { username: ['A user with this username already exists.'] }])
})

test('AU-08 the server refuses what the form refuses, with the same texts', async () => {
  const reply = await server.raw('POST', '/api/auth/register/', {
    body: JSON.stringify({
      username: 'a!',
      email: 'nope',
      first_name: 'A',
      last_name: '',
      phone_number: 'call me',
      password: 'alllowercase1',
      password_confirm: 'different',
    }),
  })
  expect(reply.status).toBe(400)
  expect(reply.body).toEqual({
    username: ['Username must be at least 3 characters long'],
    email: ['Please enter a valid email address'],
    first_name: ['First name must be at least 2 characters long'],
    last_name: ['Last name is required'],
    phone_number: ['Please enter a valid phone number'],
    password: ['Password must contain at least one uppercase letter, one lowercase letter, and one number'],
    password_confirm: ['Passwords do not match'],
  })
})

test('an e-mail address matches in any case, from registration to code', async () => {
  const { email } = newRegistration()
  const { input, otp } = await registered({ email: email.toUpperCase() })
  const reply = await server.call(verifyOtp, { email, otp, registration_data: input })
  expect(reply.body.user.email).toBe(email)
})

test('outside the demo an address may register, guess codes and reset passwords only so often an hour', async () => {
  const open = await startTestServer({ demo: false })
  const calls: [limit: number, ask: (count: number) => Promise<{ status: number }>][] = [
    [20, () => open.call(register, newRegistration())],
    [40, (count) => open.call(verifyOtp, { email: `guess${count}@example.in`, otp: '123456' })],
    [20, (count) => open.call(forgotPassword, { email: `lost${count}@example.in` })],
  ]
  for (const [limit, ask] of calls) {
    const replies = await Promise.all(Array.from({ length: limit }, (_, count) => ask(count)))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(0)
    expect((await ask(limit)).status).toBe(429)
  }
  expect((await open.call(resendOtp, { email: 'guess@example.in' })).status).toBe(429)
  await open.stop()
})
