// What an operator does to many users at once: previewed, confirmed by typing the count, and done one user at a time.
import * as z from 'zod/mini'
import { UserFilter } from '../accounts/users.ts'
import { goodwillDays } from '../billing/goodwill.ts'
import { call } from '../call.ts'
import { Id, Message, required, Time } from '../shapes.ts'

/** extend: free days for running plans. mail: one text to each. restart: paper bots that stopped with an error. */
export const BulkAction = z.enum(['extend', 'mail', 'restart'], 'Choose what to do')
export type BulkAction = z.infer<typeof BulkAction>

export const previewBulk = call({
  method: 'POST',
  path: '/admin/bulk/preview/',
  access: 'admin',
  summary: 'Whom a bulk operation would reach among the users that match a filter.',
  body: z.strictObject({ action: BulkAction, audience: UserFilter }),
  answer: z.object({
    matching: z.int(),
    /** Those that it would be done to; the others have nothing that it could be done to. */
    reached: z.int(),
    sample: z.array(z.object({ id: Id, username: z.string() })),
  }),
})

export const StartBulk = z
  .strictObject({
    /** Made by the caller: a request that arrives twice begins once. */
    id: Id,
    action: BulkAction,
    audience: UserFilter,
    days: z.optional(goodwillDays),
    subject: z.optional(required('Enter a subject', { max: 120 })),
    text: z.optional(required('Enter a text', { max: 5000, hasLines: true })),
    reason: required('Say why, for the history', { max: 300, hasLines: true }),
    /** Typed by hand: how many it reaches. */
    count: z.int('Type the number of users').check(z.gte(1, 'Type the number of users')),
  })
  .check(
    z.refine(({ action, days }) => action !== 'extend' || days !== undefined, {
      path: ['days'],
      error: 'Days must be a whole number from 1 to 366',
    }),
    z.refine(({ action, subject }) => action !== 'mail' || subject !== undefined, {
      path: ['subject'],
      error: 'Enter a subject',
    }),
    z.refine(({ action, text }) => action !== 'mail' || text !== undefined, {
      path: ['text'],
      error: 'Enter a text',
    }),
  )

export const startBulk = call({
  method: 'POST',
  path: '/admin/bulk/',
  access: 'admin',
  recentAuth: true,
  summary: 'Begin a bulk operation, with the number of users that it reaches typed by hand.',
  body: StartBulk,
  answer: Message,
  status: 202,
})

export const BulkOperation = z.object({
  id: Id,
  action: BulkAction,
  days: z.nullable(z.int()),
  subject: z.nullable(z.string()),
  reason: z.string(),
  started_by: z.string(),
  created_at: Time,
  /** Null while it is under way. */
  done_at: z.nullable(Time),
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  /** Why, and how many. */
  skipped_for: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type BulkOperation = z.infer<typeof BulkOperation>

export const listBulk = call({
  method: 'GET',
  path: '/admin/bulk/',
  access: 'admin',
  summary: 'The newest 20 bulk operations with how far they are.',
  answer: z.array(BulkOperation),
})
