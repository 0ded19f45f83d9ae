// Sweeps of a bot's own Python code: a worker runs every combination of one or two declared parameters.
import * as z from 'zod/mini'
import { Axis, BacktestState, SweepReport } from './bot-config.ts'
import { call } from '../call.ts'
import { DataChoice } from './market-data.ts'
import { ById, Id, Time } from '../shapes.ts'

export const ScriptSweepRequest = z.strictObject({
  bot_id: Id,
  days: z._default(
    z.int('Days must be a whole number').check(z.gte(2, 'At least 2 days'), z.lte(365, 'At most 365 days')),
    30,
  ),
  x: Axis,
  /** Left out, one parameter is swept by itself. */
  y: z.optional(Axis),
  ...DataChoice,
})
export type ScriptSweepRequest = z.infer<typeof ScriptSweepRequest>

export const ScriptSweep = z.object({
  id: Id,
  state: BacktestState,
  /** Percent. */
  progress: z.int(),
  error: z.nullable(z.string()),
  report: z.nullable(SweepReport),
  created_at: Time,
})
export type ScriptSweep = z.infer<typeof ScriptSweep>

export const startScriptSweep = call({
  method: 'POST',
  path: '/admin/bot-config/script-sweep/',
  access: 'admin',
  summary: 'Sweeps one or two declared parameters of a bot’s newest Python code; a worker runs it.',
  body: ScriptSweepRequest,
  answer: ScriptSweep,
})
export const readScriptSweep = call({
  method: 'GET',
  path: '/admin/bot-config/script-sweep/{id}/',
  access: 'admin',
  summary: 'The progress of a sweep, and its report once it is finished.',
  params: ById,
  answer: ScriptSweep,
})
export const cancelScriptSweep = call({
  method: 'POST',
  path: '/admin/bot-config/script-sweep/{id}/cancel/',
  access: 'admin',
  summary: 'Cancels a sweep.',
  params: ById,
  answer: ScriptSweep,
})
