import { Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import {
  type cancelScriptSweep as cancelSpec,
  type readScriptSweep as readSpec,
  ScriptSweep,
  type ScriptSweepRequest,
  type startScriptSweep as startSpec,
} from '@trading-bot/contract/rest/trading/script-sweeps'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { findStrategyRow, type StrategyRow } from '../bot-code-store.ts'
import { formOf } from '../bot-code-view.ts'
import { findTrialInstruments } from '../trials/trial-input.ts'
import { marketOfBacktest } from '../trials/trial-market.ts'
import { expandSweep } from './expand-sweep.ts'
import { cancelSweep, countOpenSweeps, findSweep, insertSweep, type SweepRow } from './sweep-store.ts'

const MOST_OPEN = 2
// A plain script decides on some hundred thousand bars a second, so that this is a few minutes.
const MOST_BARS = 12_000_000
const BARS_A_DAY = 375

export const startScriptSweep: UseCase<typeof startSpec> = async (context, request) => {
  const { db, clock, actor } = context
  const bot = await findStrategyRow(db, request.bot_id)
  if (!bot) return refuse('NOT_FOUND')
  if (bot.runs_as !== 'python') return refuse('SWEEP_PYTHON_ONLY')
  const refusal = await refuseSweep(context, bot, request)
  if (refusal) return refusal
  const id = newId(clock.now())
  return db.transaction().execute(async (tx) => {
    if ((await countOpenSweeps(tx, actor.userId)) >= MOST_OPEN) return refuse('SWEEPS_BUSY')
    const sweep = { id, bot_id: bot.id, version: bot.number, requested_by: actor.userId, request }
    await insertSweep(tx, sweep, clock.now())
    await addJob(tx, 'run_script_sweep', { sweepId: id }, `script-sweep-${id}`)
    const after = { bot_id: bot.id, version: bot.number, days: request.days, x: request.x, y: request.y ?? null }
    await recordAudit(tx, context, { action: 'sweep.started', subject: { kind: 'sweep', id }, after })
    return sweepView((await findSweep(tx, id))!)
  })
}

export const readScriptSweep: UseCase<typeof readSpec> = async ({ db }, { id }) => {
  const row = await findSweep(db, id)
  return row ? sweepView(row) : refuse('NOT_FOUND')
}

export const cancelScriptSweep: UseCase<typeof cancelSpec> = async (context, { id }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    if (!(await findSweep(tx, id))) return refuse('NOT_FOUND')
    if (!(await cancelSweep(tx, id, clock.now()))) return refuse('SWEEP_OVER')
    await recordAudit(tx, context, { action: 'sweep.cancelled', subject: { kind: 'sweep', id } })
    return sweepView((await findSweep(tx, id))!)
  })
}

/** Axes that the declaration does not allow, days without history, and more than a worker should do at once. */
async function refuseSweep(
  context: Context<'admin'>,
  bot: StrategyRow,
  request: ScriptSweepRequest,
): Promise<Refusal | undefined> {
  const expanded = expandSweep(bot, request)
  if (!expanded.ok) return refuseFields({ [expanded.axis]: [expanded.sentence] })
  const instruments = await findTrialInstruments(context.db, formOf(bot, bot.config))
  const market = await marketOfBacktest(context, instruments, request.days, request)
  if (market instanceof Refusal) return market
  const bars = expanded.combinations.length * instruments.length * request.days * BARS_A_DAY * (5 / 7)
  if (bars <= MOST_BARS) return undefined
  const fit = Math.max(1, Math.floor((request.days * MOST_BARS) / bars))
  const pairs = expanded.combinations.length
  return refuseFields({
    days: [`${pairs} combinations fit on ${fit} days at most. Choose fewer days or larger steps.`],
  })
}

function sweepView({ id, state, progress, error, report, created_at }: SweepRow): ScriptSweep {
  const view = { id, state, progress, error, report, created_at: created_at.toISOString() }
  return ScriptSweep.parse(view)
}
