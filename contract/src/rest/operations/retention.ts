// How the retention schedule is carried out.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Time } from '../shapes.ts'

export const RetentionState = z.object({
  what: z.string(),
  /** When it is deleted, as a sentence. */
  rule: z.string(),
  why: z.string(),
  /** False for what closing an account does. */
  is_scheduled: z.boolean(),
  /** The newest run and the rows it deleted; null before the first run. */
  last_run: z.nullable(z.object({ at: Time, deleted: z.int() })),
})
export type RetentionState = z.infer<typeof RetentionState>

export const listRetention = call({
  method: 'GET',
  path: '/admin/retention/',
  access: 'admin',
  summary: 'The retention schedule, with the newest run of each rule.',
  answer: z.array(RetentionState),
})
