// The limits of a user's bot, with what they count.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById } from '../shapes.ts'

/** A limit with the figure it looks at, in rupees, percent or orders. */
export const LimitFigure = z.object({
  code: z.enum(['daily_loss', 'daily_profit', 'weekly_loss', 'drawdown', 'open_value', 'orders', 'trailing_stop']),
  name: z.string(),
  /** Null if there is no such limit. */
  limit: z.nullable(z.number()),
  /** Null while a price that it needs is not known, and for limits without a running figure. */
  figure: z.nullable(z.number()),
  /** What the figure counts. */
  basis: z.string(),
  is_reached: z.boolean(),
})
export type LimitFigure = z.infer<typeof LimitFigure>

export const readBotLimits = call({
  method: 'GET',
  path: '/bots/{id}/limits/',
  access: 'owner',
  summary: 'The bot’s limits, each with what it counts and the running figure.',
  params: ById,
  answer: z.array(LimitFigure),
})
