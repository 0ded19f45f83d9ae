import { register, verifyOtp } from '@trading-bot/contract/rest/accounts/auth'
import { confirmFactor, enrolFactor } from '@trading-bot/contract/rest/accounts/security'
import { Secret, TOTP } from 'otpauth'
import { beforeAll } from 'vitest'
import { openText } from '../platform/mail/sealed-text.ts'
import { partOf, type TestServer } from './test-server.ts'

let count = 0

export type Account = Awaited<ReturnType<typeof signUp>>

export function newRegistration() {
  count += 1
  return {
    username: `trader_${count}`,
    email: `trader${count}@example.in`,
    first_name: 'Neha',
    last_name: 'Rao',
    phone_number: '+91 98200 11111',
    trading_experience: 'beginner' as const,
    password: 'Kaveri82',
    password_confirm: 'Kaveri82',
  }
}

export async function newestMail(server: TestServer, to: string): Promise<{ subject: string; text: string }> {
  const mail = await server.db
    .selectFrom('mails')
    .select(['id', 'subject', 'sealed_text', 'text'])
    .where('recipient', '=', to)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const text = openText(server.deps.config.sealKey, mail)
  if (text === null) throw new Error('the mail was sent, and its text is gone')
  return { subject: mail.subject, text }
}

export async function mailedCode(server: TestServer, to: string): Promise<string> {
  const { text } = await newestMail(server, to)
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error(`no code was mailed to ${to}`)
  return code
}

/** A registered, verified and signed-in user, made through the public API. */
export async function signUp(server: TestServer) {
  const registration = newRegistration()
  await server.call(register, registration)
  const otp = await mailedCode(server, registration.email)
  const { body } = await server.call(verifyOtp, { email: registration.email, otp, registration_data: registration })
  return { ...body, registration }
}

export async function signUpAdmin(server: TestServer) {
  const account = await signUp(server)
  await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', account.user.id).execute()
  return account
}

/** One administrator for all tests of a file. */
export function adminForFile(server: TestServer): Account {
  let admin: Account
  beforeAll(async () => {
    admin = await signUpAdmin(server)
  })
  return partOf(() => admin)
}

/** An authenticator app for an account: its secret, its recovery codes, and its code of this moment. */
export async function enrolApp(server: TestServer, { access, registration }: Account) {
  const { secret } = (await server.call(enrolFactor, { password: registration.password }, access)).body
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => app.generate({ timestamp: server.deps.clock.now().getTime() })
  const first = code()
  const { recovery_codes } = (await server.call(confirmFactor, { otp: first }, access)).body
  return { secret, recovery_codes, code, first }
}

/** The subjects of all mails to an address, the oldest first. */
export async function mailsTo(server: TestServer, to: string): Promise<string[]> {
  const mails = server.db.selectFrom('mails').select('subject').where('recipient', '=', to)
  return (await mails.orderBy('created_at').orderBy('id').execute()).map(({ subject }) => subject)
}

/** What the audit says was done to a subject, the oldest first. */
export async function auditOf(server: TestServer, subjectId: string): Promise<string[]> {
  const lines = server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', subjectId)
  return (await lines.orderBy('id').execute()).map(({ action }) => action)
}

/** The system log's lines about a user, the oldest first. */
export function logsOf(server: TestServer, userId: string) {
  const lines = server.db.selectFrom('system_logs').selectAll().where('user_id', '=', userId)
  return lines.orderBy('created_at').orderBy('id').execute()
}

/** The device cookie that an answer sets, as the browser sends it back. */
export function cookieOf({ headers }: { readonly headers: Headers }): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** When a test moves the clock far ahead, sessions expire and the user must log in again. */
export async function relog(server: TestServer, token: string): Promise<string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  const { username } = await server.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', claims.sub)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({ username, password: 'Kaveri82' })
  const reply = await server.raw('POST', '/api/auth/login/', { body })
  return (reply.body as { access: string }).access
}
