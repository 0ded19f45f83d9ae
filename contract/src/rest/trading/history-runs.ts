// "Try it on history": the user's own bot, with its own capital and limits, run over stored prices.
import * as z from 'zod/mini'
import { BacktestReport, BacktestState, Robustness } from './bot-config.ts'
import { call } from '../call.ts'
import { ById, Id, Rupees, Time } from '../shapes.ts'

const RUN = { id: Id, run_id: Id }

/** The bot as it was when the run was asked for. */
const HistoryRunFacts = z.object({
  id: Id,
  state: BacktestState,
  /** Percent. */
  progress: z.int(),
  days: z.int(),
  created_at: Time,
  /** Why it failed. */
  error: z.nullable(z.string()),
  /** Null until it is finished. */
  net: z.nullable(Rupees),
})

export const HistoryRun = z.extend(HistoryRunFacts, {
  report: z.nullable(BacktestReport),
  robustness: z.nullable(Robustness),
})
export type HistoryRun = z.infer<typeof HistoryRun>

export const HistoryRuns = z.object({
  /** What the plan allows in a calendar month in India, and how much of it is used; failed runs are not counted. */
  most: z.int(),
  used: z.int(),
  /** When the count starts again. */
  renews_at: Time,
  /** Newest first, at most twenty. */
  runs: z.array(HistoryRunFacts),
})
export type HistoryRuns = z.infer<typeof HistoryRuns>

export const listHistoryRuns = call({
  method: 'GET',
  path: '/bots/{id}/history-runs/',
  access: 'owner',
  summary: 'The bot’s runs on history, and how many the plan has left this month.',
  params: ById,
  answer: HistoryRuns,
})

const DAYS = 'Days must be a whole number from 1 to 365'

export const startHistoryRun = call({
  method: 'POST',
  path: '/bots/{id}/history-runs/',
  access: 'owner',
  summary:
    'Runs the bot as it is now over the last days of stored history, counted by the plan. Days that are not stored are left out and named.',
  params: ById,
  body: z.strictObject({ days: z.int(DAYS).check(z.gte(1, DAYS), z.lte(365, DAYS)) }),
  answer: HistoryRun,
  status: 201,
})

export const readHistoryRun = call({
  method: 'GET',
  path: '/bots/{id}/history-runs/{run_id}/',
  access: 'owner',
  summary: 'The progress of a run on history, and its result once it is finished.',
  params: z.strictObject(RUN),
  answer: HistoryRun,
})

export const cancelHistoryRun = call({
  method: 'POST',
  path: '/bots/{id}/history-runs/{run_id}/cancel/',
  access: 'owner',
  summary: 'Cancels a run on history; it stays counted.',
  params: z.strictObject(RUN),
  answer: HistoryRun,
})
