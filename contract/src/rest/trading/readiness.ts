// What a bot needs before it trades.
import * as z from 'zod/mini'

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
    'live_plan',
    'live_switch',
    'live_strategy',
    'live_algo',
    'live_box',
    'live_sheet',
    'live_history',
    'live_verified',
    'live_address',
    'live_machine',
    'live_funds',
    'live_hosting',
    'live_own_logic',
    'live_rate',
    'live_empanelment',
    'live_approval',
    'live_provider',
    'live_probe',
  ]),
  is_ready: z.boolean(),
  text: z.string(),
  /** Set when a met requirement will soon expire. */
  warning: z.nullable(z.string()),
  fix: z.nullable(z.object({ label: z.string(), path: z.string() })),
})
export type Readiness = z.infer<typeof Readiness>
