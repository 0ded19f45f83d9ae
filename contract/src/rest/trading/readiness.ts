// What a bot needs before it trades.
import * as z from 'zod/mini'
import { LIVE_NEEDS } from './live-start.ts'

/** One requirement for trading, whether it is met, and where to fix it. */
export const Readiness = z.object({
  code: z.enum([
    'subscription',
    'configuration',
    'capital',
    'credentials',
    'parameters',
    'strategy',
    'switches',
    'calendar',
    'paper_prices',
    ...LIVE_NEEDS,
  ]),
  is_ready: z.boolean(),
  text: z.string(),
  /** Set when a met requirement will soon expire. */
  warning: z.nullable(z.string()),
  fix: z.nullable(z.object({ label: z.string(), path: z.string() })),
})
export type Readiness = z.infer<typeof Readiness>
