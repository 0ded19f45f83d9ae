// Broker credentials: sent in once, sealed, never sent back.
import * as z from 'zod/mini'
import { call } from './call.ts'
import { NoContent, required, Time } from './shapes.ts'

export const Credentials = z.strictObject({
  api_key: required('API Key is required', { min: [8, 'API Key must be at least 8 characters'], max: 100 }),
  client_code: required('Client Code is required', { max: 20 }).check(
    z.regex(/^[A-Z0-9]+$/, 'Client Code must contain only uppercase letters and digits'),
  ),
  mpin: required('MPIN is required').check(z.regex(/^\d{4}$/, 'MPIN must be exactly 4 digits')),
  totp_secret: required('TOTP Secret is required', {
    min: [16, 'TOTP Secret must be at least 16 characters'],
    max: 128,
  }).check(z.regex(/^[A-Za-z2-7\s-]+=*$/, 'TOTP Secret may only hold the letters A-Z and the digits 2-7')),
  /** Asked for when the log-in is older than a quarter of an hour. */
  password: z.optional(z.string().check(z.maxLength(128))),
})
export type Credentials = z.infer<typeof Credentials>

/** How the broker takes the account's log-ins. */
export const LogInState = z.enum(['untried', 'open', 'retrying', 'rejected'])

export const BrokerLogIn = z.object({
  state: LogInState,
  /** The broker's words; null where nothing is wrong. */
  reason: z.nullable(z.string()),
  since: z.nullable(Time),
  /** When the next attempt is made; rejected credentials are not tried again by themselves. */
  retry_at: z.nullable(Time),
})
export type BrokerLogIn = z.infer<typeof BrokerLogIn>

export const CredentialStatus = z.object({
  is_verified: z.boolean(),
  updated_at: Time,
  verified_at: z.nullable(Time),
  /** Only ever the last four characters. */
  api_key_masked: z.string(),
  client_code_masked: z.string(),
  last_error: z.nullable(z.string()),
  log_in: BrokerLogIn,
})
export type CredentialStatus = z.infer<typeof CredentialStatus>

export const readCredentialStatus = call({
  method: 'GET',
  path: '/credentials/status/',
  access: 'signed-in',
  summary: 'Whether credentials are saved and verified; 404 when not set.',
  answer: CredentialStatus,
})

export const saveCredentials = call({
  method: 'POST',
  path: '/credentials/save/',
  access: 'signed-in',
  summary: 'Save broker credentials, sealed; needs a valid subscription.',
  body: Credentials,
  answer: z.object({ message: z.string(), credentials: CredentialStatus }),
})

export const verifyCredentials = call({
  method: 'POST',
  path: '/credentials/verify/',
  access: 'signed-in',
  summary: 'A real log-in at the broker with the saved credentials; an accepted one clears a rejected log-in.',
  body: z.strictObject({}),
  answer: z.object({ message: z.string(), credentials: CredentialStatus }),
})

export const updateCredentials = call({
  method: 'PUT',
  path: '/credentials/update/',
  access: 'signed-in',
  summary: 'Replace the saved credentials; they must be verified again.',
  body: Credentials,
  answer: z.object({ message: z.string(), credentials: CredentialStatus }),
})

export const deleteCredentials = call({
  method: 'DELETE',
  path: '/credentials/delete/',
  access: 'signed-in',
  summary: 'Forget the saved credentials; long after signing in the password is asked for again.',
  body: z.strictObject({ password: z.optional(z.string().check(z.maxLength(128))) }),
  answer: NoContent,
  status: 204,
})

export const testConnection = call({
  method: 'POST',
  path: '/credentials/test-connection/',
  access: 'signed-in',
  summary: 'Try a log-in with the saved credentials without changing their state.',
  body: z.strictObject({}),
  answer: z.object({ success: z.boolean(), message: z.string() }),
})

export const openPracticeAccount = call({
  method: 'POST',
  path: '/credentials/practice/',
  access: 'signed-in',
  summary:
    "Opens an account for this user at the demo's exchange and answers its credentials, to fill the form with (404 outside the demo).",
  body: z.strictObject({}),
  answer: z.object({ api_key: z.string(), client_code: z.string(), mpin: z.string(), totp_secret: z.string() }),
})

export const listCredentialLogs = call({
  method: 'GET',
  path: '/credentials/logs/',
  access: 'signed-in',
  summary: 'What was done with the credentials, when, and how it ended.',
  answer: z.array(z.object({ id: z.string(), action: z.string(), result: z.string(), created_at: Time })),
})
