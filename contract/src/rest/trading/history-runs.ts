// "Try it on history": the user's own bot, with its own capital and limits, or a plan's bot before it is bought, run over
// stored prices.
import * as z from 'zod/mini'
import { BacktestReport, BacktestState, Robustness } from './bot-config.ts'
import { call } from '../call.ts'
import { Claim } from './claims.ts'
import { ById, dayInput, Id, Rupees, rupeesInput, Time } from '../shapes.ts'

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
  /** Null until it is finished, and where results are not shown. */
  net: z.nullable(Rupees),
})

/** How a bot decided on one day. It holds no price, quantity or result of an order: those would add up to a return. */
export const Walk = z.object({
  day: z.iso.date(),
  symbol: z.string(),
  rule: z.string(),
  market: z.string(),
  candles: BacktestReport.shape.candles,
  /** In the order of time, of all symbols. */
  decisions: z.array(
    z.object({
      at: Time,
      symbol: z.string(),
      kind: z.enum(['ENTRY', 'EXIT']),
      side: z.enum(['LONG', 'SHORT']),
      reason: z.string(),
    }),
  ),
})
export type Walk = z.infer<typeof Walk>

export const HistoryRun = z.extend(HistoryRunFacts, {
  claim: Claim,
  /** Null until it is finished, and where results are not shown. */
  report: z.nullable(BacktestReport),
  robustness: z.nullable(Robustness),
  /** In place of the report where results are not shown. */
  walk: z.nullable(Walk),
})
export type HistoryRun = z.infer<typeof HistoryRun>

export const HistoryRuns = z.object({
  /**
   * What is allowed until the count starts again, and how much of it is used; failed runs are not counted. The own bot is
   * counted by its plan and the calendar month in India, a plan's bot by the day.
   */
  most: z.int(),
  used: z.int(),
  /** When the count starts again. */
  renews_at: Time,
  claim: Claim,
  /** The newest day whose prices may be shown. */
  last_day: z.iso.date(),
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

/** That one day; where results are not shown a run is of one day. */
const DAY = dayInput('Choose a day')
const DAYS = 'Days must be a whole number from 1 to 365'

export const startHistoryRun = call({
  method: 'POST',
  path: '/bots/{id}/history-runs/',
  access: 'owner',
  summary:
    'Runs the bot as it is now over the last days of stored history, counted by the plan. Days that are not stored are left out and named.',
  params: ById,
  body: z.strictObject({ days: z.int(DAYS).check(z.gte(1, DAYS), z.lte(365, DAYS)), day: z.optional(DAY) }),
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

/** Runs of plans' bots that a user has in a day, over all plans. */
export const PLAN_RUNS_PER_DAY = 3
/** Enough to see a plan's bot at work; the own bot may be run over a year. */
export const MOST_PLAN_RUN_DAYS = 60

const PLAN_DAYS = `Days must be a whole number from 1 to ${MOST_PLAN_RUN_DAYS}`
const LEAST_CAPITAL = 1_000

export const listPlanRuns = call({
  method: 'GET',
  path: '/subscriptions/bot-plans/{id}/history-runs/',
  access: 'signed-in',
  summary: 'Own runs of the plan’s bot on history, and how many are left today.',
  params: ById,
  answer: HistoryRuns,
})

export const startPlanRun = call({
  method: 'POST',
  path: '/subscriptions/bot-plans/{id}/history-runs/',
  access: 'signed-in',
  summary:
    'Runs the plan’s bot with the given capital over the last days of stored history, before it is bought; where results are not shown, over one day, to see how it decides. Days that are not stored are left out and named.',
  params: ById,
  body: z.strictObject({
    days: z.int(PLAN_DAYS).check(z.gte(1, PLAN_DAYS), z.lte(MOST_PLAN_RUN_DAYS, PLAN_DAYS)),
    day: z.optional(DAY),
    capital: rupeesInput('Enter a capital of at least ₹1,000', { min: LEAST_CAPITAL }),
  }),
  answer: HistoryRun,
  status: 201,
})

export const readPlanRun = call({
  method: 'GET',
  path: '/subscriptions/bot-plans/{id}/history-runs/{run_id}/',
  access: 'signed-in',
  summary: 'The progress of an own run of the plan’s bot, and its result once it is finished.',
  params: z.strictObject(RUN),
  answer: HistoryRun,
})

export const cancelPlanRun = call({
  method: 'POST',
  path: '/subscriptions/bot-plans/{id}/history-runs/{run_id}/cancel/',
  access: 'signed-in',
  summary: 'Cancels an own run of the plan’s bot; it stays counted.',
  params: z.strictObject(RUN),
  answer: HistoryRun,
})
