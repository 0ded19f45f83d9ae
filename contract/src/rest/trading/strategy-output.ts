// What running strategies print, decide and fail with.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, queryNumber, Time } from '../shapes.ts'
import { PlotSeries } from '../../bot-wire/plot-series.ts'

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

/** As a running strategy gives them, some bars at a time. */
export const StoredMarks = z.object({
  timesMs: z.array(z.number()),
  signals: z.array(z.int()),
  series: z.array(PlotSeries),
})
export type StoredMarks = z.infer<typeof StoredMarks>

const Marks = z.object({
  /** Epoch milliseconds: the start of the minute that ended the bar. */
  times_ms: z.array(z.number()),
  /** Signal bits: 1 enter long, 2 enter short, 4 exit long, 8 exit short. */
  signals: z.array(z.int()),
  /** With a value for each time. */
  series: z.array(PlotSeries),
})
export type Marks = z.infer<typeof Marks>

export const readMarks = call({
  method: 'GET',
  path: '/admin/strategy-output/marks/',
  access: 'admin',
  summary: 'What a bot’s newest running strategy decided and plotted on a symbol, for its chart.',
  query: z.strictObject({
    bot_id: Id,
    symbol: z.string('Choose a symbol').check(z.trim(), z.minLength(1, 'Choose a symbol'), z.maxLength(40)),
  }),
  answer: z.object({
    /** Null before the first bar. */
    version: z.nullable(z.int()),
    marks: Marks,
  }),
})
