import { forgotPassword, register, resendOtp, verifyOtp } from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedCode, newestMail, newRegistration, signUp } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('CALL POST /auth/register/ stores a pending registration without the password and mails a code', async () => {
  const input = newRegistration()
  const reply = await server.call(register, input)
  expect(reply.status).toBe(200)
  expect(reply.body.success).toBe(true)
  expect((await newestMail(server, input.email)).text).toMatch(/one-time code is \d{6}/)
  const rows = await server.db.selectFrom('users').select('id').where('email', '=', input.email).execute()
  expect(rows).toHaveLength(0)
  const code = await mailedCode(server, input.email)
  const stored = await server.db
    .selectFrom('email_codes')
    .selectAll()
    .where('email', '=', input.email)
    .executeTakeFirstOrThrow()
  expect(stored.code_hash.toString('utf8')).not.toContain(code)
})

test('CALL POST /auth/verify-otp/ creates the account and signs it in', async () => {
  const input = newRegistration()
  await server.call(register, input)
  const otp = await mailedCode(server, input.email)
  const reply = await server.call(verifyOtp, { email: input.email, otp, registration_data: input })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ success: true, message: 'Email verified successfully! Welcome to Trading Bot!' })
  const { password: _, password_confirm: __, ...fields } = input
  expect(reply.body.user).toMatchObject({ ...fields, is_admin: false })
  const profile = await server.raw('GET', '/api/auth/profile/', { token: reply.body.access })
  expect(profile.status).toBe(200)
})

test('AU-17 a code works once', async () => {
  const { registration } = await signUp(server)
  const otp = await mailedCode(server, registration.email)
  const again = await server.call(verifyOtp, { email: registration.email, otp, registration_data: registration })
  expect(again.status).toBe(400)
  expect(again.body).toMatchObject({ success: false, message: 'Invalid OTP. Please try again.' })
})

test('AU-17 a code is valid for exactly 300 seconds', async () => {
  const input = newRegistration()
  await server.call(register, input)
  const otp = await mailedCode(server, input.email)
  server.moveTime(300_000)
  const late = await server.call(verifyOtp, { email: input.email, otp, registration_data: input })
  expect(late.body).toMatchObject({ code: 'OTP_EXPIRED' })
  const other = newRegistration()
  await server.call(register, other)
  const fresh = await mailedCode(server, other.email)
  server.moveTime(299_999)
  expect((await server.call(verifyOtp, { email: other.email, otp: fresh, registration_data: other })).status).toBe(200)
})

test('AU-17 only one of fifty requests with the same code creates the account', async () => {
  const input = newRegistration()
  await server.call(register, input)
  const otp = await mailedCode(server, input.email)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => server.call(verifyOtp, { email: input.email, otp, registration_data: input })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true)
})

test('five wrong codes invalidate the code, and resending does not restore the attempts', async () => {
  const input = newRegistration()
  await server.call(register, input)
  const otp = await mailedCode(server, input.email)
  for (let attempt = 0; attempt < 4; attempt++) {
    const reply = await server.call(verifyOtp, { email: input.email, otp: wrong(otp), registration_data: input })
    expect(reply.body).toMatchObject({ code: 'WRONG_OTP' })
  }
  expect((await server.call(resendOtp, { email: input.email })).status).toBe(200)
  const second = await mailedCode(server, input.email)
  await server.call(verifyOtp, { email: input.email, otp: wrong(second), registration_data: input })
  const right = await server.call(verifyOtp, { email: input.email, otp: second, registration_data: input })
  expect(right.body).toMatchObject({ code: 'OTP_TRIES_SPENT' })
})

test('a code does not confirm a registration whose password the caller does not know', async () => {
  const victim = newRegistration()
  const attacker = { ...newRegistration(), email: victim.email }
  await server.call(register, victim)
  await server.call(register, attacker)
  const otp = await mailedCode(server, victim.email)
  // The owner of the address has the code: they get their own account, not the one somebody else registered.
  const reply = await server.call(verifyOtp, { email: victim.email, otp, registration_data: victim })
  expect(reply.body.user.username).toBe(victim.username)
  const forged = await server.call(verifyOtp, { email: victim.email, otp, registration_data: attacker })
  expect(forged.status).toBe(400)
})

test('a right code with another password or another address is refused with "Invalid OTP"', async () => {
  const input = newRegistration()
  await server.call(register, input)
  const otp = await mailedCode(server, input.email)
  const changed = { ...input, password: 'Other1234', password_confirm: 'Other1234' }
  const moved = { ...input, email: 'someone@example.in' }
  for (const registration_data of [changed, moved]) {
    const reply = await server.call(verifyOtp, { email: input.email, otp, registration_data })
    expect(reply.body).toMatchObject({ message: 'Invalid OTP. Please try again.' })
  }
})

test('without registration_data exactly one pending registration must exist', async () => {
  const alone = newRegistration()
  await server.call(register, alone)
  const one = await server.call(verifyOtp, { email: alone.email, otp: await mailedCode(server, alone.email) })
  expect(one.status).toBe(200)
  const first = newRegistration()
  await server.call(register, first)
  await server.call(register, { ...newRegistration(), email: first.email })
  const two = await server.call(verifyOtp, { email: first.email, otp: await mailedCode(server, first.email) })
  expect(two.body).toMatchObject({ code: 'WRONG_OTP' })
})

test('CALL POST /auth/resend-otp/ mails a new code that replaces the old one', async () => {
  const input = newRegistration()
  await server.call(register, input)
  const old = await mailedCode(server, input.email)
  server.moveTime(1)
  const reply = await server.call(resendOtp, { email: input.email })
  expect(reply.body).toEqual({ success: true, message: 'OTP sent successfully! Please check your email.' })
  const fresh = await mailedCode(server, input.email)
  if (old !== fresh) {
    const stale = await server.call(verifyOtp, { email: input.email, otp: old, registration_data: input })
    expect(stale.status).toBe(400)
  }
  expect((await server.call(verifyOtp, { email: input.email, otp: fresh, registration_data: input })).status).toBe(200)
})

test('resending to an address without a registration answers the same and mails nothing', async () => {
  const reply = await server.call(resendOtp, { email: 'nobody@example.in' })
  expect(reply.body).toEqual({ success: true, message: 'OTP sent successfully! Please check your email.' })
  const mails = await server.db.selectFrom('mails').select('id').where('recipient', '=', 'nobody@example.in').execute()
  expect(mails).toHaveLength(0)
})

test('an address gets at most ten codes a day, and more on the next India day', async () => {
  const input = newRegistration()
  await server.call(register, input)
  for (let count = 1; count < 10; count++)
    expect((await server.call(resendOtp, { email: input.email })).status).toBe(200)
  const eleventh = await server.call(resendOtp, { email: input.email })
  expect(eleventh.status).toBe(429)
  expect((await server.call(register, { ...newRegistration(), email: input.email })).status).toBe(429)
  server.moveTime(24 * 3_600_000)
  expect((await server.call(resendOtp, { email: input.email })).status).toBe(200)
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
  const first = newRegistration()
  const second = { ...newRegistration(), username: first.username }
  await server.call(register, first)
  await server.call(register, second)
  const verify = async (input: typeof first) =>
    server.call(verifyOtp, { email: input.email, otp: await mailedCode(server, input.email), registration_data: input })
  expect((await verify(first)).status).toBe(200)
  const late = await verify(second)
  expect(late.status).toBe(400)
  expect(late.body).toEqual({ username: ['A user with this username already exists.'] })
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

test('no new code is sent once the attempts are used up', async () => {
  const input = newRegistration()
  await server.call(register, input)
  const otp = await mailedCode(server, input.email)
  for (let attempt = 0; attempt < 5; attempt++) await server.call(verifyOtp, { email: input.email, otp: wrong(otp) })
  expect((await server.call(resendOtp, { email: input.email })).body).toMatchObject({ code: 'OTP_TRIES_SPENT' })
})

test('an e-mail address matches in any case, from registration to code', async () => {
  const input = newRegistration()
  const loud = input.email.toUpperCase()
  await server.call(register, { ...input, email: loud })
  const otp = await mailedCode(server, loud)
  const reply = await server.call(verifyOtp, { email: input.email, otp, registration_data: { ...input, email: loud } })
  expect(reply.body.user.email).toBe(input.email)
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
