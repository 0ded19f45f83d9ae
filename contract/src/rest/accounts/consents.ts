// Which notices a user accepted, and which they still have to accept.
import * as z from 'zod/mini'
import { NOTICE_KEYS } from '../../legal/notice-keys.ts'
import { call } from '../call.ts'
import { Time } from '../shapes.ts'

const NoticeVersion = {
  notice: z.enum(NOTICE_KEYS, 'Choose terms, privacy, refunds or risk'),
  /** The day from which the accepted text holds, and the variant of an installation that does business. */
  version: z
    .string('Enter the version of the notice')
    .check(z.regex(/^\d{4}-\d\d-\d\d(-[a-z0-9-]{1,60})?$/, 'Enter a version such as 2026-11-16')),
}

export const Consent = z.object({ ...NoticeVersion, given_at: Time })
export type Consent = z.infer<typeof Consent>

export const Consents = z.object({
  /** Everything that was ever accepted, newest first. */
  given: z.array(Consent),
  /** Current versions that are still to be accepted. `is_first` where no older version was accepted either. */
  due: z.array(z.object({ ...NoticeVersion, is_first: z.boolean() })),
})

export const listConsents = call({
  method: 'GET',
  path: '/auth/consents/',
  access: 'signed-in',
  summary: 'Which versions of the notices the caller accepted, and which are still to be accepted.',
  answer: Consents,
})

export const acceptNotices = call({
  method: 'POST',
  path: '/auth/consents/',
  access: 'signed-in',
  summary: 'Accept the current version of notices; refused if a newer version than the one shown exists.',
  body: z.strictObject({
    notices: z
      .array(z.strictObject(NoticeVersion), 'Name the notices')
      .check(z.minLength(1), z.maxLength(NOTICE_KEYS.length)),
  }),
  answer: Consents,
})
