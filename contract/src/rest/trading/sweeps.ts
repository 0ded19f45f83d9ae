// Sweeps of a bot's parameters: workers run every combination of up to four of them, in chunks.
import { OBJECTIVES } from '@trading-bot/core/sweep/objective'
import * as z from 'zod/mini'
import { BacktestState } from './bot-config.ts'
import { call } from '../call.ts'
import { DataChoice, DataUsed } from './market-data.ts'
import { ById, dayInput, Id, Rupees, Time } from '../shapes.ts'

const Axis = z.strictObject({
  field: z.string().check(z.maxLength(60)),
  from: z.number('Enter a number'),
  to: z.number('Enter a number'),
  step: z.number('Enter a number').check(z.gt(0, 'The step must be above 0')),
})

/** Four parameters are two on the map and two beside it. */
export const MOST_OTHER_AXES = 2

export const SweepRequest = z.strictObject({
  bot_id: Id,
  days: z._default(
    z.int('Days must be a whole number').check(z.gte(2, 'At least 2 days'), z.lte(365, 'At most 365 days')),
    30,
  ),
  /** Both or none, instead of the last days. */
  from: z.optional(dayInput('Choose the first day')),
  until: z.optional(dayInput('Choose the last day')),
  /** Fewer trades than this prove nothing: such a combination is shown and never called the best. */
  min_trades: z._default(
    z.int('Enter a whole number').check(z.gte(1, 'At least 1 trade'), z.lte(1_000, 'At most 1,000 trades')),
    10,
  ),
  x: Axis,
  /** Left out, one parameter is swept by itself. */
  y: z.optional(Axis),
  /** Parameters beside the two of the map. */
  others: z._default(z.array(Axis).check(z.maxLength(MOST_OTHER_AXES, 'At most four parameters')), []),
  /** What the best combination is the best of. */
  objective: z._default(z.enum(OBJECTIVES), 'net'),
  ...DataChoice,
})
export type SweepRequest = z.infer<typeof SweepRequest>

const AxisView = z.object({ field: z.string(), label: z.string(), values: z.array(z.number()) })
export const SweepReport = z.object({
  symbol: z.string(),
  market: z.string(),
  data: DataUsed,
  bars: z.int(),
  /** From the first chunk's begin to the last one's end. */
  took_ms: z.int(),
  x: AxisView,
  /** Without a name and with one value where one parameter was swept by itself. */
  y: AxisView,
  others: z._default(z.array(AxisView), []),
  objective: z._default(z.enum(OBJECTIVES), 'net'),
  /** The fewest trades of a combination that may be called the best; in a training period in proportion to its bars. */
  min_trades: z._default(z.int(), 1),
  /** One for every valid combination. */
  cells: z.array(
    z.object({
      x: z.number(),
      y: z.number(),
      others: z._default(z.array(z.number()), []),
      net: Rupees,
      trades: z.int(),
      max_drawdown: Rupees,
    }),
  ),
  /** Optimised on earlier days and validated on later ones; null if there are too few days. */
  walk_forward: z.nullable(
    z.object({
      folds: z.array(
        z.object({
          from: Time,
          until: Time,
          /** Null where no combination made enough trades. */
          x: z.nullable(z.number()),
          y: z.nullable(z.number()),
          others: z._default(z.array(z.number()), []),
          trained_per_day: Rupees,
          validated_per_day: Rupees,
        }),
      ),
      trained_per_day: Rupees,
      validated_per_day: Rupees,
    }),
  ),
})
export type SweepReport = z.infer<typeof SweepReport>

export const Sweep = z.object({
  id: Id,
  state: BacktestState,
  /** Percent: the combinations of finished chunks. */
  progress: z.int(),
  error: z.nullable(z.string()),
  report: z.nullable(SweepReport),
  created_at: Time,
})
export type Sweep = z.infer<typeof Sweep>

export const startSweep = call({
  method: 'POST',
  path: '/admin/bot-config/sweep/',
  access: 'admin',
  summary:
    'Sweeps up to four parameters of a bot’s newest version, with a walk-forward check of the choice; workers run it in chunks. Python code is swept by the parameters it declares, a native strategy on its first symbol.',
  body: SweepRequest,
  answer: Sweep,
})
export const readSweep = call({
  method: 'GET',
  path: '/admin/bot-config/sweep/{id}/',
  access: 'admin',
  summary: 'The progress of a sweep, and its report once it is finished.',
  params: ById,
  answer: Sweep,
})
export const cancelSweep = call({
  method: 'POST',
  path: '/admin/bot-config/sweep/{id}/cancel/',
  access: 'admin',
  summary: 'Cancels a sweep: chunks that run are interrupted, the others do not begin.',
  params: ById,
  answer: Sweep,
})
