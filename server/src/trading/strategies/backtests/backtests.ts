import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type {
  listBacktests as listSpec,
  noteBacktest as noteSpec,
} from '@trading-bot/contract/rest/trading/backtest-runs'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type {
  cancelBacktest as cancelSpec,
  readBacktest as readSpec,
  runBacktest as runSpec,
} from '@trading-bot/contract/rest/trading/bot-config'
import { Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { CallInput } from '@trading-bot/contract/rest/call'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { checkAuthorValues } from '../author-parameters/check-author-values.ts'
import { readDeclaration } from '../author-parameters/read-declaration.ts'
import {
  type BacktestRow,
  cancelRow,
  countOpen,
  findBacktest,
  insertBacktest,
  listRuns,
  saveNote,
} from './backtest-store.ts'
import { backtestView, runView } from './backtest-view.ts'
import { findStrategyRow, findRunningStrategy, findVersion } from '../bot-code-store.ts'
import { formOf } from '../bot-code-view.ts'
import { sourceOf } from '../definition/source.ts'
import { checkForm } from '../form-parameters.ts'
import { runsAs } from '../definition/runs-as.ts'
import { findTrialInstruments } from '../trials/trial-input.ts'
import { chosenRange, marketOfBacktest } from '../trials/trial-market.ts'

/** How long the call itself waits before the job continues alone. */
const WAIT_MS = 8_000
const LOOK_EVERY_MS = 40
const MOST_OPEN = 3

type Input = CallInput<typeof runSpec>

export const startBacktest: UseCase<typeof runSpec> = async (context, input) => {
  const { db, clock, actor } = context
  const wanted = await whatToRun(db, input)
  if (wanted instanceof Refusal) return wanted
  const { code, files } = wanted
  const ran: RunsAs = await runsAs(wanted.form.bot_type, wanted)
  const values = checkAuthorValues(chosenForm(wanted.form, input), await readDeclaration(context.scripts, wanted, ran))
  if (!values.ok) return refuseFields({ [`config.${values.field}`]: [values.sentence] })
  const { form } = values
  const checked = checkForm(form)
  if (!checked.ok) return refuseFields({ [`config.${checked.field}`]: [checked.sentence] })
  const instruments = await findTrialInstruments(db, form)
  if (instruments.length === 0) return refuseFields({ 'config.symbol': ['Please choose a symbol'] })
  const now = clock.now()
  const range = chosenRange(input, now)
  if (range instanceof Refusal) return range
  const days = range ? range.untilDay - range.fromDay + 1 : (input.days ?? form.historical_days)
  const market = await marketOfBacktest(context, instruments, range ?? days, input)
  if (market instanceof Refusal) return market
  const id = newId(now)
  const refusal = await db.transaction().execute(async (tx) => {
    if ((await countOpen(tx, actor.userId)) >= MOST_OPEN) return refuse('BACKTESTS_BUSY')
    const { allow_partial, slippage_times, has_charges } = input
    const of = { bot_id: wanted.botId, version: wanted.version, bot_type: form.bot_type, code, files, runs_as: ran }
    const over = { days, until_day: range?.untilDay ?? null, market, allow_partial, slippage_times, has_charges }
    await insertBacktest(tx, { id, ...of, ...over, requested_by: actor.userId }, form, now)
    await addJob(tx, 'run_backtest', { backtestId: id }, `backtest-${id}`)
    const after = { bot_id: wanted.botId, version: wanted.version, ...over }
    await recordAudit(tx, context, { action: 'backtest.started', subject: { kind: 'backtest', id }, after })
    return undefined
  })
  if (refusal) return refusal
  return backtestView(await waitForEnd(db, id))
}

export const readBacktest: UseCase<typeof readSpec> = async ({ db }, { id }) => {
  const row = await findBacktest(db, id)
  return row ? backtestView(row) : refuse('NOT_FOUND')
}

export const cancelBacktest: UseCase<typeof cancelSpec> = async (context, { id }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const row = await findBacktest(tx, id)
    if (!row) return refuse('NOT_FOUND')
    if (!(await cancelRow(tx, id, clock.now()))) return refuse('BACKTEST_OVER')
    await recordAudit(tx, context, { action: 'backtest.cancelled', subject: { kind: 'backtest', id } })
    return backtestView((await findBacktest(tx, id))!)
  })
}

export const listBacktests: UseCase<typeof listSpec> = async ({ db }, { id }) => {
  if (!(await findStrategyRow(db, id))) return refuse('NOT_FOUND')
  return (await listRuns(db, id)).map(runView)
}

export const noteBacktest: UseCase<typeof noteSpec> = async (context, { id, note }) => {
  const { db } = context
  return db.transaction().execute(async (tx) => {
    const before = await findBacktest(tx, id)
    if (!before || !(await saveNote(tx, id, note))) return refuse('NOT_FOUND')
    const change = { before: { note: before.note }, after: { note } }
    await recordAudit(tx, context, { action: 'backtest.noted', subject: { kind: 'backtest', id }, ...change })
    return backtestView({ ...before, note })
  })
}

/** The version's settings with what was chosen for this run only. */
function chosenForm(form: BotForm, { symbols, interval, capital, short_capital }: Input): BotForm {
  return {
    ...form,
    ...(symbols && { multiple_symbols: symbols, symbol: '', token: '' }),
    ...(interval && { interval }),
    ...(capital !== undefined && { long_capital_amount: capital }),
    ...(short_capital !== undefined && { short_capital_amount: short_capital }),
  }
}

type Wanted = Source & {
  readonly botId: string | null
  readonly version: number | null
  readonly form: BotForm
}

/** The form's values, or a saved version; without either the active bot. */
async function whatToRun(db: Queryable, input: Input): Promise<Wanted | Refusal> {
  const bot = input.bot_id === undefined ? undefined : await findStrategyRow(db, input.bot_id)
  if (input.bot_id !== undefined && !bot) return refuse('NOT_FOUND')
  const sent = input.code === undefined ? undefined : { code: input.code, files: input.files }
  if (input.config) {
    const source = sent ?? (await sourceOf(input.config, { code: '', files: null }))
    return { ...source, botId: bot?.id ?? null, version: null, form: input.config }
  }
  if (sent && !bot) return refuse('NOTHING_TO_BACKTEST')
  const one = bot ?? (await findRunningStrategy(db))
  if (!one) return refuse('NOTHING_TO_BACKTEST')
  const version = await findVersion(db, one.id, input.version ?? one.number)
  if (!version) return refuse('NOT_FOUND')
  const source = sent ?? (await sourceOf(one, version))
  // Code that is not the version's own belongs to no version.
  const number = sent ? null : version.number
  return { ...source, botId: one.id, version: number, form: formOf(one, version.config) }
}

async function waitForEnd(db: Queryable, id: string): Promise<BacktestRow> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const row = (await findBacktest(db, id))!
    const isOver = row.state !== 'queued' && row.state !== 'running'
    if (isOver || performance.now() >= until) return row
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS)
    })
  }
}
