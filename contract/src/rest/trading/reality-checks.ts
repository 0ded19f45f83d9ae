// Reality checks: after each session, what a bot did beside what a backtest decides on the same bars.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, Rupees, Time } from '../shapes.ts'

const Count = z.object({ obtained: z.int(), replayed: z.int(), matched: z.int() })

export const RealityCheck = z.object({
  /** The session's open: a day on NSE, an hour in the demo. */
  opened_at: Time,
  checked_at: Time,
  mode: z.enum(['paper', 'live']),
  version: z.int(),
  /** Null if nothing could be compared; the sentence says why. */
  agreement_percent: z.nullable(z.int()),
  sentence: z.string(),
  /** The share of the bot's own entries and exits that the backtest decides too. */
  matched_percent: z.nullable(z.int()),
  entries: Count,
  exits: Count,
  /** Fills against the fill model in basis points; more than zero is worse than the model. */
  slippage_bps: z.nullable(z.number()),
  net: Rupees,
  /** Null where results on past prices are not shown. */
  replayed_net: z.nullable(Rupees),
  is_simulated: z.boolean(),
})
export type RealityCheck = z.infer<typeof RealityCheck>

/** Over the newest sessions together. */
const Agreement = z.object({ agreement_percent: z.nullable(z.int()), sentence: z.string(), sessions: z.int() })

export const BotReality = z.extend(Agreement, {
  bot: z.object({ id: Id, name: z.string() }),
  checks: z.array(RealityCheck),
})
export type BotReality = z.infer<typeof BotReality>

export const readRealityChecks = call({
  method: 'GET',
  path: '/reality-checks/',
  access: 'signed-in',
  summary: 'Own bots: how far their last ten sessions agree with a backtest of the same bars.',
  answer: z.object({ bots: z.array(BotReality) }),
})

export const StrategyReality = z.extend(Agreement, {
  strategy: z.object({ id: Id, name: z.string() }),
  /** Bot instances of these sessions. */
  instances: z.int(),
  slippage_bps: z.nullable(z.number()),
  net: Rupees,
  replayed_net: Rupees,
  is_below_threshold: z.boolean(),
  checks: z.array(RealityCheck),
})
export type StrategyReality = z.infer<typeof StrategyReality>

export const listRealityChecks = call({
  method: 'GET',
  path: '/admin/reality-checks/',
  access: 'admin',
  summary: 'Every strategy that traded lately: how far its newest sessions agree with a backtest, lowest first.',
  answer: z.object({ threshold_percent: z.int(), strategies: z.array(StrategyReality) }),
})
