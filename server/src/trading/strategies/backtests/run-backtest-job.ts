import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import { Refusal } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import { DAY_MS } from '@trading-bot/core/time'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import {
  beginBacktest,
  failOverdue,
  type BacktestRow,
  dropOldBacktests,
  endBacktest,
  findBacktest,
  saveProgress,
} from './backtest-store.ts'
import { candleEnds, reportView } from './backtest-view.ts'
import { measureRun } from './measure-robustness.ts'
import { environmentOf } from '../environment/environment-of.ts'
import { daysOfRow, inputOfRow, trialOfRow } from './trial-of-row.ts'
import { runTrial, type TrialOutcome } from '../trials/run-trial.ts'
import { printed } from '../trials/test-bot-code.ts'
import { dataLine } from '../trials/data-used.ts'
import { findTrialInstruments, type Trial, type TrialInput } from '../trials/trial-input.ts'
import { marketOfBacktest } from '../trials/trial-market.ts'

const Job = z.object({ backtestId: z.string() })
const TrialMarket = z.optional(z.enum(['stored', 'simulated']))
// The processor time is used up first: only then the line of an endless loop is known.
const SCRIPT = { memoryMb: 512, cpuS: 280, loadMs: 5_000, stepMs: 320_000 }
const KEPT_MS = 90 * DAY_MS
const PROGRESS_EVERY_MS = 250

// A process that dies with its backtest takes it up again; one that kills its process every time must not go on for ever.
const MOST_STARTS = 3
// More than twice what a script may use.
const OVERDUE_MS = 20 * 60_000

/**
 * Runs again from the start if its worker died: it changes nothing but its own row. Whatever it throws is its reason to
 * have failed.
 */
export async function runBacktestJob(deps: Deps, payload: unknown): Promise<void> {
  const { db, clock } = deps
  const { backtestId: id } = Job.parse(payload)
  const row = await findBacktest(db, id)
  const starts = row && (await beginBacktest(db, id, clock.now()))
  if (!row || starts === undefined) return
  if (starts > MOST_STARTS) return fail(deps, id, `The server stopped ${MOST_STARTS} times while this ran.`, '')
  try {
    await run(deps, row)
  } catch (error) {
    // If the database is away this throws too, and the job is tried again.
    await fail(deps, id, `It ended with an error: ${error instanceof Error ? error.message : String(error)}`, '')
  }
}

/** At start-up and every minute: no backtest stays under way for ever. */
export async function endOverdueBacktests({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const minutes = OVERDUE_MS / 60_000
  const error = `It did not end within ${minutes} minutes.`
  await failOverdue(db, new Date(now.getTime() - OVERDUE_MS), error, now)
}

async function run(deps: Deps, row: BacktestRow): Promise<void> {
  const { db, clock } = deps
  const { id } = row
  await dropOldBacktests(db, new Date(clock.now().getTime() - KEPT_MS))
  const trial = trialOfRow(row)
  if (typeof trial === 'string') return fail(deps, id, trial, '')
  const begun = performance.now()
  const instruments = await findTrialInstruments(db, trial.form)
  const choice = { allow_partial: row.allow_partial, market: TrialMarket.parse(row.market ?? undefined) }
  // Asked again, because days may have become suspect while it waited.
  const market = await marketOfBacktest(deps, instruments, daysOfRow(row), choice)
  if (market instanceof Refusal) return fail(deps, id, market.sentence, '')
  const made = await inputOfRow(deps, row, trial, instruments, market)
  const outcome = await follow(deps, row, trial, made)
  if (outcome.kind === 'cancelled') return
  if (outcome.kind === 'failed') {
    const output = [outcome.trace, ...printed(outcome.output)].join('\n').trim()
    return fail(deps, id, outcome.error, output, isOfUser(row) ? null : outcome.rows)
  }
  const tookMs = Math.round(performance.now() - begun)
  const { plots } = outcome
  const environment = environmentOf(deps.scripts, trial)
  const report = reportView(outcome.report, trial, made, { tookMs, environment, plots })
  // A user has no second button: how far the result may be believed belongs to it.
  const finished = { trial, made, report: outcome.report, decided: outcome.decided, tookMs }
  const robustness = isOfUser(row) ? await measureRun(deps.scripts, finished) : null
  const lines = [
    `${report.trades_total} trades over ${report.bars} bars of ${report.symbols.join(', ')}, net ${formatRupees(report.net)} after charges.`,
    `${dataLine(made.data)}.`,
    ...(report.environment === null ? [] : [`Libraries ${report.environment}.`]),
    ...printed(outcome.output),
  ]
  await endBacktest(
    db,
    id,
    { state: 'finished', output: lines.join('\n'), error: null },
    { ...report, robustness },
    clock.now(),
  )
}

function isOfUser({ user_bot_id, bot_plan_id }: BacktestRow): boolean {
  return user_bot_id !== null || bot_plan_id !== null
}

/** Saves the progress from time to time; the same statement detects a cancellation. */
async function follow({ db, scripts }: Deps, row: BacktestRow, trial: Trial, made: TrialInput): Promise<TrialOutcome> {
  let isWanted = true
  let progress = 0
  const timer = setInterval(() => {
    saveProgress(db, row.id, Math.min(99, progress)).then(
      (is) => {
        isWanted = is
      },
      () => undefined,
    )
  }, PROGRESS_EVERY_MS)
  try {
    return await runTrial(scripts, trial, made, {
      script: SCRIPT,
      // What a script plots is its author's; a user who tries a bot on history sees its trades.
      plotsAt: isOfUser(row) ? [] : candleEnds(made.input.symbols[0]?.bars),
      onProgress: (percent) => {
        progress = percent
        return isWanted
      },
    })
  } finally {
    clearInterval(timer)
  }
}

async function fail(
  { db, clock }: Deps,
  id: string,
  error: string,
  output: string,
  rows?: FrameRows | null,
): Promise<void> {
  await endBacktest(db, id, { state: 'failed', output, error, rows }, null, clock.now())
}
