import { Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import {
  type cancelSweep as cancelSpec,
  type readSweep as readSpec,
  Sweep,
  type SweepRequest,
  type startSweep as startSpec,
} from '@trading-bot/contract/rest/trading/sweeps'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { findStrategyRow, type StrategyRow } from '../bot-code-store.ts'
import { formOf } from '../bot-code-view.ts'
import { checkForm } from '../form-parameters.ts'
import { findTrialInstruments } from '../trials/trial-input.ts'
import { chosenRange, marketOfBacktest, type TrialMarket } from '../trials/trial-market.ts'
import { COMBINATIONS_AT_ONCE } from './evaluate-native.ts'
import { expandSweep } from './expand-sweep.ts'
import { cancelRow, countOpenSweeps, findSweep, insertSweep, type SweepRow } from './sweep-store.ts'

const MOST_OPEN = 2
// A plain script decides on some hundred thousand bars a second, so that this is a few minutes.
const MOST_SCRIPT_BARS = 12_000_000
const BARS_A_DAY = 375 * (5 / 7)
/** A chunk of so many bars, times combinations, takes about a second: not much is lost with a worker. */
const CHUNK_BARS = { native: 6_000_000, python: 400_000 } as const

export const startSweep: UseCase<typeof startSpec> = async (context, request) => {
  const { db, clock, actor } = context
  const bot = await findStrategyRow(db, request.bot_id)
  if (!bot) return refuse('NOT_FOUND')
  const planned = await planSweep(context, bot, request)
  if (planned instanceof Refusal) return planned
  const id = newId(clock.now())
  return db.transaction().execute(async (tx) => {
    if ((await countOpenSweeps(tx, actor.userId)) >= MOST_OPEN) return refuse('SWEEPS_BUSY')
    // All workers take the market that was chosen now.
    const of = { bot_id: bot.id, version: bot.number, request: { ...request, market: planned.market } }
    await insertSweep(tx, { id, requested_by: actor.userId, ...of }, planned.chunks, clock.now())
    for (const { number } of planned.chunks)
      await addJob(tx, 'run_sweep_chunk', { sweepId: id, chunk: number }, `sweep-${id}-${number}`)
    const { days, from, until, x, y, others, objective } = request
    const after = {
      bot_id: bot.id,
      version: bot.number,
      ...(from ? { from, until } : { days }),
      x,
      y: y ?? null,
      others,
      objective,
    }
    await recordAudit(tx, context, { action: 'sweep.started', subject: { kind: 'sweep', id }, after })
    return sweepView((await findSweep(tx, id))!)
  })
}

export const readSweep: UseCase<typeof readSpec> = async ({ db }, { id }) => {
  const row = await findSweep(db, id)
  return row ? sweepView(row) : refuse('NOT_FOUND')
}

export const cancelSweep: UseCase<typeof cancelSpec> = async (context, { id }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    if (!(await findSweep(tx, id))) return refuse('NOT_FOUND')
    if (!(await cancelRow(tx, id, clock.now()))) return refuse('SWEEP_OVER')
    await recordAudit(tx, context, { action: 'sweep.cancelled', subject: { kind: 'sweep', id } })
    return sweepView((await findSweep(tx, id))!)
  })
}

type Planned = {
  readonly market: TrialMarket
  readonly chunks: readonly { readonly number: number; readonly first: number; readonly combinations: number }[]
}

/** Refused: axes that the parameters do not allow, days without history, and more than workers should do at once. */
async function planSweep(
  context: Context<'admin'>,
  bot: StrategyRow,
  request: SweepRequest,
): Promise<Planned | Refusal> {
  const form = formOf(bot, bot.config)
  const checked = checkForm(form)
  if (!checked.ok) return refuseFields({ [`config.${checked.field}`]: [checked.sentence] })
  const runsAs = RunsAs.parse(bot.runs_as)
  const swept = { runsAs, botType: bot.bot_type, version: bot, parameters: checked.parameters }
  const expanded = expandSweep(swept, request)
  if (!expanded.ok) return refuseFields({ [expanded.axis]: [expanded.sentence] })
  const found = await findTrialInstruments(context.db, form)
  const instruments = runsAs === 'native' ? found.slice(0, 1) : found
  const range = chosenRange(request, context.clock.now())
  if (range instanceof Refusal) return range
  const days = range ? range.untilDay - range.fromDay + 1 : request.days
  const market = await marketOfBacktest(context, instruments, range ?? request.days, request)
  if (market instanceof Refusal) return market
  const pairs = expanded.combinations.length
  const barsEach = instruments.length * days * BARS_A_DAY
  if (runsAs === 'python' && pairs * barsEach > MOST_SCRIPT_BARS) {
    const fit = Math.max(1, Math.floor((days * MOST_SCRIPT_BARS) / (pairs * barsEach)))
    return refuseFields({
      [range ? 'from' : 'days']: [
        `${pairs} combinations fit on ${fit} days at most. Choose fewer days or larger steps.`,
      ],
    })
  }
  // Native combinations are evaluated so many at a time.
  const unit = runsAs === 'native' ? COMBINATIONS_AT_ONCE : 1
  const size = Math.max(1, Math.floor(CHUNK_BARS[runsAs] / barsEach / unit)) * unit
  const chunks = Array.from({ length: Math.ceil(pairs / size) }, (_, number) => {
    const first = number * size
    return { number, first, combinations: Math.min(size, pairs - first) }
  })
  return { market, chunks }
}

function sweepView({ id, state, progress, error, report, created_at }: SweepRow): Sweep {
  const view = { id, state, progress, error, report, created_at: created_at.toISOString() }
  return Sweep.parse(view)
}
