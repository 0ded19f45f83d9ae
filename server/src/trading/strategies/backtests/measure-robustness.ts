import { setImmediate } from 'node:timers/promises'
import type { measureRobustness as spec, Robustness } from '@trading-bot/contract/rest/trading/bot-config'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Decided } from '@trading-bot/core/backtest/backtest-input'
import type { BacktestReport as KernelReport } from '@trading-bot/core/backtest/backtest-report'
import { runBacktestInTurns } from '@trading-bot/core/backtest/run-backtest'
import { dearerFills } from '@trading-bot/core/fills/fill-model'
import { judgeRobustness } from '@trading-bot/core/robustness/judge-robustness'
import { MOVES_PERCENT, type Neighbour, neighboursOf } from '@trading-bot/core/robustness/neighbours-of'
import { resampleRoundTrips, type Spread } from '@trading-bot/core/robustness/resample-round-trips'
import { sumParts } from '@trading-bot/core/robustness/sum-parts'
import { type Candidate, type Fold, walkForwardTrades } from '@trading-bot/core/robustness/walk-forward-trades'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterSchema, ParameterValues } from '@trading-bot/core/strategies/parameter'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { runTrial } from '../trials/run-trial.ts'
import { findTrialInstruments, type Trial, type TrialInput } from '../trials/trial-input.ts'
import { findBacktest } from './backtest-store.ts'
import { inputOfRow, trialOfRow } from './trial-of-row.ts'

const SEED = 2_026
const DEARER_TIMES = [2, 3]
const PARTS = 4
const WALK_FORWARD = { folds: 4, trainPerValidate: 3 }
// More would keep the administrator waiting for too long.
const MOST_BARS_RUN = 20_000_000
const MOST_SCRIPT_MS = 15_000
const LIMITS = { script: { memoryMb: 512, cpuS: 30, loadMs: 5_000, stepMs: 30_000 } }

type Finished = {
  readonly trial: Trial
  readonly made: TrialInput
  readonly report: KernelReport
  /** Decisions that the kernel did not take itself: costs are tried with the same ones. */
  readonly decided: Decided | undefined
  readonly tookMs: number
}

/** Runs the backtest once more, on the days that it was asked for on, and then its variations. */
export const measureBacktestRobustness: UseCase<typeof spec> = async (deps, { id }) => {
  const { db, scripts } = deps
  const row = await findBacktest(db, id)
  if (!row) return refuse('NOT_FOUND')
  if (row.state !== 'finished') return refuse('BACKTEST_NOT_FINISHED')
  const trial = trialOfRow(row)
  if (typeof trial === 'string') return refuse('BACKTEST_NOT_FINISHED')
  const asked = { ...deps, clock: { ...deps.clock, now: () => row.created_at } }
  const market = row.market === 'stored' ? 'stored' : 'simulated'
  const made = await inputOfRow(asked, row, trial, await findTrialInstruments(db, trial.form), market)
  const begun = performance.now()
  const outcome = await runTrial(scripts, trial, made, LIMITS)
  if (outcome.kind !== 'done') return refuse('BACKTEST_NOT_FINISHED')
  const { report, decided } = outcome
  return measureRun(scripts, { trial, made, report, decided, tookMs: performance.now() - begun })
}

/** How far a backtest's result may be believed: the same trades resampled, higher slippage, nearby parameters, other days. */
export async function measureRun(scripts: Scripts, finished: Finished): Promise<Robustness> {
  const { trial, report } = finished
  const nets = report.trades.map(({ netPaise }) => netPaise)
  const range = { fromMs: report.equity.timeMs[0] ?? 0, untilMs: report.equity.timeMs.at(-1) ?? 0 }
  const resampled = resampleRoundTrips(nets, SEED)
  const costs = await tryCosts(finished)
  const strategy = findStrategy(trial.form.bot_type)
  const near = strategy ? neighboursOf(strategy, trial.parameters) : []
  const isTooMuch = near.length > 0 && costOf(finished, near.length) > 1
  const neighbours = isTooMuch ? [] : await tryNeighbours(scripts, finished, near)
  const chosen: Candidate = { parameters: trial.parameters, trades: report.trades }
  const folds = walkForwardTrades([chosen, ...neighbours.map(({ candidate }) => candidate)], range, WALK_FORWARD)
  const verdict = judgeRobustness({
    trades: nets.length,
    netPaise: sum(nets),
    resampled,
    neighboursPaise: neighbours.map(({ candidate }) => netOf(candidate)),
    dearerPaise: costs.slice(1).map(({ netPaise }) => netPaise),
    partsPaise: sumParts(report.trades, range, PARTS),
  })
  return {
    verdict: verdict.kind,
    sentence: verdict.sentence,
    resampled: resampled && {
      times: resampled.times,
      net: spreadView(resampled.net),
      drawdown: spreadView(resampled.drawdown),
    },
    costs: costs.map(({ times, netPaise }) => ({ slippage_times: times, net: rupees(netPaise) })),
    neighbours: strategy ? neighboursView(strategy.parameters, trial.parameters, neighbours) : [],
    left_out: isTooMuch ? 'Other parameters were not tried: that would take too long with so many bars.' : null,
    walk_forward: folds && walkForwardView(folds, strategy?.parameters ?? {}, trial.parameters),
  }
}

async function tryCosts({ made, decided, report }: Finished) {
  const tried = [{ times: 1, netPaise: netOf(report) }]
  for (const times of DEARER_TIMES) {
    const input = { ...made.input, fillModel: dearerFills(made.input.fillModel, times), ...(decided && { decided }) }
    const result = await runBacktestInTurns(input, setImmediate)
    if (result.ok) tried.push({ times, netPaise: netOf(result.value) })
  }
  return tried
}

type Tried = { readonly neighbour: Neighbour; readonly candidate: Candidate }

async function tryNeighbours(scripts: Scripts, { trial, made }: Finished, near: readonly Neighbour[]) {
  const tried: Tried[] = []
  for (const neighbour of near) {
    const { values: parameters } = neighbour
    const isNative = trial.runsAs === 'native'
    const input = isNative ? { ...made.input, parameters } : made.input
    const outcome = await runTrial(scripts, { ...trial, parameters }, { ...made, input }, LIMITS)
    if (outcome.kind === 'done') tried.push({ neighbour, candidate: { parameters, trades: outcome.report.trades } })
  }
  return tried
}

/** As a share of what may be spent. */
function costOf({ trial, made, tookMs }: Finished, runs: number): number {
  if (trial.runsAs !== 'native') return (runs * tookMs) / MOST_SCRIPT_MS
  const bars = made.input.symbols.reduce((count, symbol) => count + symbol.bars.timeMs.length, 0)
  return (runs * bars) / MOST_BARS_RUN
}

/** A row for each parameter that was moved, with the chosen value in the middle left to the screen. */
function neighboursView(
  schema: ParameterSchema,
  chosen: ParameterValues,
  tried: readonly Tried[],
): Robustness['neighbours'] {
  const fields = [...new Set(tried.map(({ neighbour }) => neighbour.field))]
  return fields.map((field) => ({
    field,
    label: schema[field]?.label ?? field,
    value: Number(chosen[field]),
    cells: MOVES_PERCENT.flatMap((moved_percent) => {
      const at = tried.find(({ neighbour }) => neighbour.field === field && neighbour.movedPercent === moved_percent)
      if (!at) return []
      const value = Number(at.candidate.parameters[field])
      return [{ moved_percent, value, net: rupees(netOf(at.candidate)), trades: at.candidate.trades.length }]
    }),
  }))
}

function walkForwardView(folds: readonly Fold[], schema: ParameterSchema, chosen: ParameterValues) {
  const mean = (read: (fold: Fold) => number) => rupees(sum(folds.map(read)) / folds.length)
  return {
    folds: folds.map((fold) => ({
      from: new Date(fold.fromMs).toISOString(),
      until: new Date(fold.untilMs).toISOString(),
      choice: describeChoice(fold.parameters, schema, chosen),
      trained_per_day: rupees(fold.trainedPaisePerDay),
      validated_per_day: rupees(fold.validatedPaisePerDay),
    })),
    trained_per_day: mean(({ trainedPaisePerDay }) => trainedPaisePerDay),
    validated_per_day: mean(({ validatedPaisePerDay }) => validatedPaisePerDay),
  }
}

function describeChoice(parameters: ParameterValues, schema: ParameterSchema, chosen: ParameterValues): string {
  const moved = Object.entries(parameters).find(([field, value]) => value !== chosen[field])
  return moved ? `${schema[moved[0]]?.label ?? moved[0]} ${moved[1]}` : 'As chosen'
}

const spreadView = ({ worstPaise, middlePaise, bestPaise }: Spread) => ({
  worst: rupees(worstPaise),
  middle: rupees(middlePaise),
  best: rupees(bestPaise),
})
const netOf = ({ trades }: Pick<Candidate, 'trades'>) => sum(trades.map(({ netPaise }) => netPaise))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const rupees = (paise: number) => Math.round(paise) / 100
