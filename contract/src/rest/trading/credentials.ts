// Broker credentials: received once, stored encrypted, never returned.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { NoContent, required, Time } from '../shapes.ts'

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
  /** Required when the last authentication is older than fifteen minutes. */
  password: z.optional(z.string().check(z.maxLength(128))),
})
export type Credentials = z.infer<typeof Credentials>

/** State of the account's broker log-in. */
export const LogInState = z.enum(['untried', 'open', 'retrying', 'rejected'])

export const BrokerLogIn = z.object({
  state: LogInState,
  /** The broker's reason; null if nothing is wrong. */
  reason: z.nullable(z.string()),
  since: z.nullable(Time),
  /** Time of the next attempt; rejected credentials are not retried automatically. */
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
  summary: 'Save broker credentials, encrypted; needs a valid subscription.',
  body: Credentials,
  answer: z.object({ message: z.string(), credentials: CredentialStatus }),
})

export const verifyCredentials = call({
  method: 'POST',
  path: '/credentials/verify/',
  access: 'signed-in',
  summary: 'A real log-in at the broker with the saved credentials; an accepted one clears a rejected log-in.',
  body: z.strictObject({}),
  isBodyOptional: true,
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
  summary: 'Delete the saved credentials; the password is required again if the last authentication is not recent.',
  body: z.strictObject({ password: z.optional(z.string().check(z.maxLength(128))) }),
  isBodyOptional: true,
  answer: NoContent,
  status: 204,
})

export const testConnection = call({
  method: 'POST',
  path: '/credentials/test-connection/',
  access: 'signed-in',
  summary: 'Try a log-in with the saved credentials without changing their state.',
  body: z.strictObject({}),
  isBodyOptional: true,
  answer: z.object({ success: z.boolean(), message: z.string() }),
})

export const openPracticeAccount = call({
  method: 'POST',
  path: '/credentials/practice/',
  access: 'signed-in',
  summary:
    "Opens an account for this user at the demo's exchange and returns its credentials to fill the form (404 outside the demo).",
  body: z.strictObject({}),
  isBodyOptional: true,
  answer: z.object({ api_key: z.string(), client_code: z.string(), mpin: z.string(), totp_secret: z.string() }),
})

export const listCredentialLogs = call({
  method: 'GET',
  path: '/credentials/logs/',
  access: 'signed-in',
  summary: 'The history of the credentials: actions, times and results.',
  answer: z.array(z.object({ id: z.string(), action: z.string(), result: z.string(), created_at: Time })),
})
