// Sessions, security notices and the second factor.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, CurrentPassword, Id, NoContent, required, Time } from '../shapes.ts'

export const Session = z.object({
  id: Id,
  is_current: z.boolean(),
  device: z.string(),
  address: z.string(),
  created_at: Time,
  last_used_at: Time,
  expires_at: Time,
})
export type Session = z.infer<typeof Session>

export const listSessions = call({
  method: 'GET',
  path: '/auth/sessions/',
  access: 'signed-in',
  summary: 'The active sessions of this account.',
  answer: z.array(Session),
})

export const endSession = call({
  method: 'DELETE',
  path: '/auth/sessions/{id}/',
  access: 'owner',
  summary: 'Sign out one session.',
  params: ById,
  answer: NoContent,
  status: 204,
})

export const endAllSessions = call({
  method: 'DELETE',
  path: '/auth/sessions/',
  access: 'signed-in',
  summary: 'Sign out everywhere, including this session, and unlink Telegram.',
  answer: z.object({ ended: z.int() }),
})

export const AccountNotice = z.object({ id: Id, title: z.string(), text: z.string(), at: Time })
export type AccountNotice = z.infer<typeof AccountNotice>

export const listAccountNotices = call({
  method: 'GET',
  path: '/auth/notices/',
  access: 'signed-in',
  summary: 'Security notices about this account that were not dismissed, newest first.',
  answer: z.array(AccountNotice),
})

export const dismissAccountNotice = call({
  method: 'DELETE',
  path: '/auth/notices/{id}/',
  access: 'owner',
  summary: 'Dismiss a security notice.',
  params: ById,
  answer: NoContent,
  status: 204,
})

const Code = required('Enter the 6-digit code', { max: 32 })

/** The code is required if an authenticator app is on. */
export const AuthenticateAgain = z.strictObject({
  password: CurrentPassword,
  otp: z.optional(z.string().check(z.trim(), z.maxLength(32))),
})
export const authenticateAgain = call({
  method: 'POST',
  path: '/auth/recent-auth/',
  access: 'signed-in',
  summary: 'Prove the identity again, for calls that ask for recent authentication.',
  beforeEnrolment: true,
  body: AuthenticateAgain,
  answer: NoContent,
  status: 204,
})

export const enrolFactor = call({
  method: 'POST',
  path: '/auth/second-factor/enrol/',
  access: 'signed-in',
  summary: 'Start the set-up of an authenticator app; returns the secret as text and as an otpauth address.',
  beforeEnrolment: true,
  body: z.strictObject({ password: CurrentPassword }),
  answer: z.object({ secret: z.string(), otpauth_url: z.string() }),
})

export const ConfirmFactor = z.strictObject({ otp: Code })
export const confirmFactor = call({
  method: 'POST',
  path: '/auth/second-factor/confirm/',
  access: 'signed-in',
  summary: 'Turn the second factor on with a first code; returns the recovery codes, which are shown once.',
  beforeEnrolment: true,
  body: ConfirmFactor,
  answer: z.object({ recovery_codes: z.array(z.string()) }),
})

export const PasswordAndCode = z.strictObject({ password: CurrentPassword, otp: Code })
export const disableFactor = call({
  method: 'POST',
  path: '/auth/second-factor/disable/',
  access: 'signed-in',
  summary: 'Turn the second factor off, with the password and a current code.',
  body: PasswordAndCode,
  answer: NoContent,
  status: 204,
})

export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes/',
  access: 'signed-in',
  summary: 'Replace the recovery codes by new ones.',
  body: PasswordAndCode,
  answer: z.object({ recovery_codes: z.array(z.string()) }),
})
