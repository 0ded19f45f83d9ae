// The backtests of a bot: the list to come back to, and the notes that keep them.
import * as z from 'zod/mini'
import { BarInterval } from './bar-interval.ts'
import { Backtest, BacktestState } from './bot-config.ts'
import { call } from '../call.ts'
import { ById, Id, Rupees, Time } from '../shapes.ts'

const NOTE = z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters'))

/** A run in the list of a bot's runs. */
export const BacktestRun = z.object({
  id: Id,
  state: BacktestState,
  created_at: Time,
  created_by: z.nullable(z.string()),
  /** Null if the code was not saved. */
  version: z.nullable(z.int()),
  note: z.string(),
  /** First and last day of the bars, or of the days asked for until it has run. */
  from: z.nullable(Time),
  until: z.nullable(Time),
  days: z.int(),
  symbols: z.array(z.string()),
  interval: BarInterval,
  slippage_times: z.int(),
  has_charges: z.boolean(),
  /** Null until it is finished. */
  net: z.nullable(Rupees),
  trades: z.nullable(z.int()),
  max_drawdown: z.nullable(Rupees),
})
export type BacktestRun = z.infer<typeof BacktestRun>
export const listBacktests = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/backtests/',
  access: 'admin',
  summary: 'The newest 50 backtests of a bot and those with a note, newest first.',
  params: ById,
  answer: z.array(BacktestRun),
})
export const noteBacktest = call({
  method: 'PUT',
  path: '/admin/bot-config/backtest/{id}/note/',
  access: 'admin',
  summary: 'Writes a note on a backtest; while it has one, the run is kept for good instead of 90 days.',
  params: ById,
  body: z.strictObject({ note: NOTE }),
  answer: Backtest,
})
