import * as z from 'zod/mini'

const Name = z.string().check(z.maxLength(60))

/** A line that a script draws over its candles. */
export const PlotSeries = z.object({
  name: Name,
  /** `price`: over the candles. Any other name: a pane below. Null where its values decide. */
  pane: z.nullable(Name),
  /** Null where it has none. */
  values: z.array(z.nullable(z.number())),
})
export type PlotSeries = z.infer<typeof PlotSeries>
