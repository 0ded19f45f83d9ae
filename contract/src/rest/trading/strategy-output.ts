// What running strategies print, decide and fail with.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, queryNumber, Time } from '../shapes.ts'

export const OUTPUT_KINDS = ['print', 'warning', 'decision', 'timing', 'error', 'note'] as const
export const OutputKind = z.enum(OUTPUT_KINDS)
export type OutputKind = z.infer<typeof OutputKind>

export const OutputLine = z.object({
  id: z.int(),
  kind: OutputKind,
  text: z.string(),
  /** Line of the script, where one is known. */
  line: z.nullable(z.int()),
  version: z.int(),
  /** Close of the minute it belongs to; null outside the market. */
  bar_at: z.nullable(Time),
  at: Time,
})
export type OutputLine = z.infer<typeof OutputLine>

const place = z.optional(queryNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }))

export const listOutput = call({
  method: 'GET',
  path: '/admin/strategy-output/',
  access: 'admin',
  summary:
    'What a bot’s running strategies say, or that of one instance: the newest lines, those before an id, or those after one. Oldest first.',
  query: z.strictObject({
    bot_id: z.optional(Id),
    /** A user's bot; instances that share a runner share its output. */
    instance_id: z.optional(Id),
    kind: z.optional(OutputKind),
    before: place,
    after: place,
    limit: z._default(queryNumber({ min: 1, max: 500 }), 200),
  }),
  answer: z.object({
    lines: z.array(OutputLine),
    /** Whether there is more in the direction that was read. */
    has_more: z.boolean(),
  }),
})
