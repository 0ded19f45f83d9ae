import * as z from 'zod/mini'

const Text = z.string().check(z.maxLength(60))

/** A few rows of what a script computed or saw, around the bar at which it went wrong. */
export const FrameRows = z.object({
  symbol: Text,
  columns: z.array(Text).check(z.maxLength(24)),
  rows: z
    .array(
      z.object({
        /** Start of the bar. */
        at_ms: z.number(),
        /** One text for each column. */
        cells: z.array(Text).check(z.maxLength(24)),
        is_marked: z.boolean(),
        /** What sets the row apart from another one of the same bar. */
        note: z.optional(z.string().check(z.maxLength(60))),
      }),
    )
    .check(z.maxLength(40)),
})
export type FrameRows = z.infer<typeof FrameRows>
