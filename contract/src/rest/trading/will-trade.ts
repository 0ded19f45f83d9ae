import * as z from 'zod/mini'
import { Time } from '../shapes.ts'

/** What keeps a bot from opening positions now, and until when; null where that cannot be said. */
export const Hindrance = z.object({
  code: z.enum([
    'plan',
    'account',
    'stopped',
    'paused',
    'error',
    'configuration',
    'live_plan',
    'paper_prices',
    'algo',
    'hosting',
    'black_box',
    'sheet',
    'switch',
    'maintenance',
    'former',
    'limit',
    'entries',
    'engine',
    'feed',
    'market',
    'entries_over',
  ]),
  text: z.string(),
  until: z.nullable(Time),
})
export type Hindrance = z.infer<typeof Hindrance>
/** The one answer to "Will my bot trade?": the first hindrance is the one the sentence names. */
export const WillTrade = z.object({ answer: z.boolean(), sentence: z.string(), hindrances: z.array(Hindrance) })
export type WillTrade = z.infer<typeof WillTrade>
