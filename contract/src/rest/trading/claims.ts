// In which form the results of a strategy are shown to whoever asks.
import * as z from 'zod/mini'

/** `simulated`: marked so; `verified`: with the agency beside them; `hidden`: the answer does not contain them. */
export const Claim = z.object({
  kind: z.enum(['shown', 'simulated', 'verified', 'hidden']),
  /** What stands beside the figures, or in their place; null where nothing needs to be said. */
  sentence: z.nullable(z.string()),
})
export type Claim = z.infer<typeof Claim>
