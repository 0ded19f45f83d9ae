// Passkeys (WebAuthn). Options and responses are those of the W3C's JSON forms, as browsers make and take them.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Id, NoContent, required, Time } from '../shapes.ts'
import { logIn } from './auth.ts'

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Kept by a password manager on several devices. */
  is_backed_up: z.boolean(),
  created_at: Time,
  last_used_at: z.nullable(Time),
})
export type Passkey = z.infer<typeof Passkey>

const PasskeyOptions = z.looseObject({ challenge: z.string() })

const Text = z.string().check(z.maxLength(8000))
const credential = {
  id: z.string().check(z.minLength(1), z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.object({}),
}
const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: z.optional(Text),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>
export type Assertion = z.infer<typeof Assertion>

const PasskeyName = required('Name the passkey', { max: 60 })

export const listPasskeys = call({
  method: 'GET',
  path: '/auth/passkeys/',
  access: 'signed-in',
  summary: 'The passkeys of this account.',
  beforeEnrolment: true,
  answer: z.array(Passkey),
})

export const startPasskey = call({
  method: 'POST',
  path: '/auth/passkeys/options/',
  access: 'signed-in',
  recentAuth: true,
  summary: 'What the browser needs to make a new passkey; valid for five minutes.',
  beforeEnrolment: true,
  answer: PasskeyOptions,
})

export const addPasskey = call({
  method: 'POST',
  path: '/auth/passkeys/',
  access: 'signed-in',
  summary: 'Store the passkey that the browser made; the owner is told by mail.',
  beforeEnrolment: true,
  body: z.strictObject({ name: PasskeyName, credential: NewCredential }),
  answer: Passkey,
  status: 201,
})

export const RenamePasskey = z.strictObject({ name: PasskeyName })
export const renamePasskey = call({
  method: 'PUT',
  path: '/auth/passkeys/{id}/',
  access: 'owner',
  summary: 'Rename a passkey.',
  params: ById,
  body: RenamePasskey,
  answer: Passkey,
})

export const removePasskey = call({
  method: 'DELETE',
  path: '/auth/passkeys/{id}/',
  access: 'owner',
  recentAuth: true,
  summary: 'Remove a passkey: it opens this account no more.',
  params: ById,
  answer: NoContent,
  status: 204,
})

export const startPasskeySignIn = call({
  method: 'POST',
  path: '/auth/passkeys/sign-in/options/',
  access: 'anyone',
  summary: 'What the browser needs to sign in with a passkey; valid for five minutes.',
  answer: PasskeyOptions,
})

export const signInWithPasskey = call({
  method: 'POST',
  path: '/auth/passkeys/sign-in/',
  access: 'anyone',
  summary: 'Sign in with a passkey, which stands for password and second factor.',
  issuesDevice: true,
  body: z.strictObject({ credential: Assertion, remember_me: z._default(z.boolean(), false) }),
  answer: logIn.answer,
})

export const startPasskeyProof = call({
  method: 'POST',
  path: '/auth/recent-auth/passkey/options/',
  access: 'signed-in',
  summary: 'What the browser needs to prove the identity again with a passkey.',
  beforeEnrolment: true,
  answer: PasskeyOptions,
})

export const proveWithPasskey = call({
  method: 'POST',
  path: '/auth/recent-auth/passkey/',
  access: 'signed-in',
  summary: 'Prove the identity again with a passkey, for calls that ask for recent authentication.',
  beforeEnrolment: true,
  body: z.strictObject({ credential: Assertion }),
  answer: NoContent,
  status: 204,
})
