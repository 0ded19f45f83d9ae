// The limits of a user's bot, with what they count.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Rupees, rupeesInput } from '../shapes.ts'

/** A limit with the figure it looks at, in rupees, percent or orders. */
export const LimitFigure = z.object({
  code: z.enum([
    'daily_loss',
    'daily_profit',
    'weekly_loss',
    'drawdown',
    'open_value',
    'open_positions',
    'excluded_symbols',
    'orders',
    'trailing_stop',
  ]),
  name: z.string(),
  /** Null if there is no such limit. */
  limit: z.nullable(z.number()),
  /** Null while a price that it needs is not known, and for limits without a running figure. */
  figure: z.nullable(z.number()),
  /** What the figure counts. */
  basis: z.string(),
  is_reached: z.boolean(),
  /** The owner tightened it. */
  is_own: z.boolean(),
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

const ownAmount = (label: string) => z.nullable(rupeesInput(`${label} must be at least ₹1`, { min: 1 }))
const WHOLE = 'Max open positions must be a whole number of at least 1'

/** What the owner tightens beside the strategy and the plan; null is no limit of their own. */
export const OwnLimits = z.strictObject({
  max_loss_per_day: ownAmount('Max loss per day'),
  max_profit_per_day: ownAmount('Profit to stop at'),
  max_open_positions: z.nullable(z.int(WHOLE).check(z.gte(1, WHOLE), z.lte(100_000, WHOLE))),
  /** No new positions in these; open ones are managed to their exit. */
  excluded_symbols: z
    .array(z.string().check(z.minLength(1), z.maxLength(40)))
    .check(z.maxLength(100, 'At most 100 symbols')),
})
export type OwnLimits = z.infer<typeof OwnLimits>

const typedOwn = (field: Exclude<keyof OwnLimits, 'excluded_symbols'>) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    OwnLimits.shape[field],
  )
/** The form while it is edited: an empty field is no limit. */
export const TypedOwnLimits = z.extend(OwnLimits, {
  max_loss_per_day: typedOwn('max_loss_per_day'),
  max_profit_per_day: typedOwn('max_profit_per_day'),
  max_open_positions: typedOwn('max_open_positions'),
})

/** The owner's limits with everything that their effect depends on. */
export const OwnLimitsView = z.object({
  own: OwnLimits,
  /** What the strategy, the plan and the configuration allow at most; null where they set no limit. */
  bounds: z.object({
    max_loss_per_day: z.nullable(Rupees),
    max_profit_per_day: z.nullable(Rupees),
    max_open_positions: z.int(),
  }),
  symbols: z.array(z.string()),
  capital: Rupees,
  /** At most this much goes into one symbol; for two sides, the larger of both. */
  capital_per_symbol: Rupees,
  /** Today's result as the limits count it; null while a price that it needs is not known. */
  day_net: z.nullable(Rupees),
  /** Symbols held now. */
  held_symbols: z.array(z.string()),
})
export type OwnLimitsView = z.infer<typeof OwnLimitsView>

export const readOwnLimits = call({
  method: 'GET',
  path: '/bots/{id}/own-limits/',
  access: 'owner',
  summary: 'The limits that the owner tightened, what bounds them, and what their effect depends on.',
  params: ById,
  answer: OwnLimitsView,
})

export const updateOwnLimits = call({
  method: 'PUT',
  path: '/bots/{id}/own-limits/',
  access: 'owner',
  summary:
    'Tighten the bot’s limits, at once and for open positions too. None may be looser than those of the strategy and the plan.',
  params: ById,
  body: OwnLimits,
  answer: z.object({ message: z.string(), limits: OwnLimitsView }),
})
