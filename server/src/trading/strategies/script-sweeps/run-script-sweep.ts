import { Refusal } from '@trading-bot/contract/rest/refusals'
import { ScriptSweepRequest } from '@trading-bot/contract/rest/trading/script-sweeps'
import { DAY_MS } from '@trading-bot/core/time'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import { findBotWithArchived, findVersion } from '../bot-code-store.ts'
import { codeOf, formOf } from '../bot-code-view.ts'
import { checkForm } from '../form-parameters.ts'
import { dataLine } from '../trials/data-used.ts'
import { runTrial } from '../trials/run-trial.ts'
import { findTrialInstruments, type Trial, trialInput } from '../trials/trial-input.ts'
import { marketOfBacktest } from '../trials/trial-market.ts'
import { expandSweep } from './expand-sweep.ts'
import { beginSweep, endSweep, findSweep, saveSweepProgress, type SweepRow, tidySweeps } from './sweep-store.ts'
import { type SweptRun, walkForward } from './walk-forward.ts'

const Job = z.object({ sweepId: z.string() })
const SCRIPT = { memoryMb: 512, cpuS: 120, loadMs: 5_000, stepMs: 60_000 }
const OVERDUE_MS = 60 * 60_000
const KEPT_MS = 30 * DAY_MS

/** Runs every combination in the sandbox and through the kernel; a cancelled sweep ends after the combination under way. */
export async function runScriptSweep(deps: Deps, payload: unknown): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await tidySweeps(db, { begunBefore: ago(OVERDUE_MS), madeBefore: ago(KEPT_MS), now })
  const row = await findSweep(db, Job.parse(payload).sweepId)
  if (!row || !(await beginSweep(db, row.id, now))) return
  const result = await run(deps, row).catch(
    (error: unknown) => `It ended with an error: ${error instanceof Error ? error.message : String(error)}`,
  )
  if (result === null) return
  const ending =
    typeof result === 'string'
      ? ({ state: 'failed', error: result } as const)
      : ({ state: 'finished', report: result } as const)
  await endSweep(db, row.id, ending, clock.now())
}

/** The report, why it failed, or null if it was cancelled. */
async function run(deps: Deps, row: SweepRow): Promise<object | string | null> {
  const { db } = deps
  const begun = performance.now()
  const request = ScriptSweepRequest.parse(row.request)
  const bot = await findBotWithArchived(db, row.bot_id)
  const version = bot && (await findVersion(db, row.bot_id, row.version))
  if (!bot || !version) return 'The version that was swept is gone.'
  const form = formOf(bot, version.config)
  const checked = checkForm(form)
  if (!checked.ok) return checked.sentence
  const sweep = expandSweep(version, request)
  if (!sweep.ok) return sweep.sentence
  const instruments = await findTrialInstruments(db, form)
  const market = await marketOfBacktest(deps, instruments, request.days, request)
  if (market instanceof Refusal) return market.sentence
  const trial: Trial = {
    form,
    code: await codeOf(bot.bot_type, version.code),
    runsAs: 'python',
    parameters: checked.parameters,
  }
  const made = await trialInput(deps, trial, instruments, request.days, market)
  const runs: SweptRun[] = []
  const all = sweep.combinations
  // One place is left for tests, so that an author can go on working beside a sweep.
  const atOnce = Math.max(1, deps.config.sandbox.places.test - 1)
  for (let done = 0; done < all.length; done += atOnce) {
    if (!(await saveSweepProgress(db, row.id, Math.floor((done / all.length) * 95)))) return null
    const outcomes = await Promise.all(
      all.slice(done, done + atOnce).map(async (combination) => {
        const parameters = { ...trial.parameters, ...combination.values }
        const outcome = await runTrial(deps.scripts, { ...trial, parameters }, made, { script: SCRIPT })
        return { combination, outcome }
      }),
    )
    for (const { combination, outcome } of outcomes) {
      if (outcome.kind === 'cancelled') return null
      if (outcome.kind === 'failed') return `With ${said(combination.values)}: ${outcome.error}`
      runs.push({ ...combination, report: outcome.report, decided: outcome.decided! })
    }
  }
  const forward = await walkForward(made.input, runs)
  return {
    symbol: made.input.symbols.map(({ instrument }) => instrument.symbol).join(', '),
    market: dataLine(made.data),
    data: made.data,
    bars: made.input.symbols.reduce((sum, { bars }) => sum + bars.timeMs.length, 0),
    x: sweep.x,
    y: sweep.y,
    cells: runs.map(({ x, y, report }) => ({
      x,
      y,
      net: report.metrics.summary.netPaise / 100,
      trades: report.trades.length,
      max_drawdown: report.metrics.drawdown.paise / 100,
    })),
    walk_forward: forward,
    took_ms: Math.round(performance.now() - begun),
  }
}

function said(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}
