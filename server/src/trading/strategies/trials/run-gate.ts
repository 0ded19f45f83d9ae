// The publish gate: the checks that a version must pass before it may run for anybody.
import { createHash } from 'node:crypto'
import type { Gate } from '@trading-bot/contract/rest/trading/bot-code'
import type { BacktestSymbol } from '@trading-bot/core/backtest/backtest-input'
import type { Bars } from '@trading-bot/core/bars'
import { collectSignals } from '@trading-bot/engine/sandbox/strategies/collect-signals'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'
import { environmentOf } from '../environment/environment-of.ts'
import { checkFrames } from './check-frames.ts'
import { decisionsAround } from './decisions-around.ts'
import { GATE_LIMITS } from './gate-limits.ts'
import { measureSteps, STEP_BUDGET_MS } from './measure-steps.ts'
import type { Trial, TrialInput } from './trial-input.ts'

type Check = Gate['checks'][number]

const MOST_CUTS = 12
const WARM_AGREEMENT = 0.95

/** Five days of bars are enough: the checks are about how the code decides, not about what it earns. */
export async function runGate(scripts: Scripts, trial: Trial, made: TrialInput, now: Date): Promise<Gate> {
  const environment = environmentOf(scripts, trial)
  const gateOf = (checks: Check[], window: number | null = null): Gate => ({
    passed: checks.every(({ passed }) => passed),
    checked_at: now.toISOString(),
    checks,
    data: made.data,
    environment,
    window,
  })
  if (trial.runsAs === 'native') {
    const detail = 'The untouched template runs as its native twin, proven equal bar by bar.'
    return gateOf([{ name: 'native', label: 'Native twin', passed: true, detail }])
  }
  const whole = await signalsOf(scripts, trial, made, made.seen)
  if (typeof whole === 'string') return gateOf([doesNotRun(whole)])
  const determinism = await checkDeterminism(scripts, trial, made, whole)
  const ofFrames = await checkFrames(scripts, trial, made)
  if (ofFrames !== null) {
    const { checks, window } = ofFrames
    return gateOf([determinism, ...checks, await checkBudget(scripts, trial, made, window)], window)
  }
  return gateOf([
    determinism,
    await checkLookAhead(scripts, trial, made, whole),
    await checkWarmUp(scripts, trial, made, whole),
    await checkBudget(scripts, trial, made),
  ])
}

function doesNotRun(error: string): Check {
  return { name: 'runs', label: 'Runs', passed: false, detail: error }
}

async function checkDeterminism(scripts: Scripts, trial: Trial, made: TrialInput, whole: Signals): Promise<Check> {
  const again = await signalsOf(scripts, trial, made, made.seen)
  const isSame = typeof again !== 'string' && hashOf(again) === hashOf(whole)
  const detail = isSame
    ? `Two runs gave the same decisions (${hashOf(whole).slice(0, 12)}).`
    : 'Two runs over the same bars decided differently: the code depends on chance or on time outside the bars.'
  return { name: 'determinism', label: 'Determinism', passed: isSame, detail }
}

/** Cuts the data after a signal's bar: a bot without look-ahead gives the same signals up to there. */
async function checkLookAhead(scripts: Scripts, trial: Trial, made: TrialInput, whole: Signals): Promise<Check> {
  const label = 'No look-ahead'
  const times = signalTimes(made, whole)
  const cuts = times.filter((_, i) => i % Math.max(1, Math.ceil(times.length / MOST_CUTS)) === 0)
  for (const timeMs of cuts) {
    const cut = made.seen.map((symbol) => ({
      ...symbol,
      bars: keepBars(symbol.bars as Bars, (at) => at <= timeMs),
    }))
    const seen = await signalsOf(scripts, trial, made, cut)
    const at = new Date(timeMs).toISOString()
    const isSame =
      typeof seen !== 'string' && seen.every((column, i) => column.every((bits, bar) => bits === whole[i]![bar]))
    if (!isSame) {
      const detail = `Cut after the bar of ${at}, the code decides differently: it looks at bars that are not over yet.`
      const rows = typeof seen === 'string' ? null : decisionsAround(made, seen, whole)
      return { name: 'look_ahead', label, passed: false, detail, rows }
    }
  }
  const detail =
    cuts.length === 0
      ? 'It gave no signal on these bars; nothing to cut at.'
      : `Cut at ${cuts.length} of ${times.length} signals, it decided the same each time.`
  return { name: 'look_ahead', label, passed: true, detail }
}

/** Started a day later, the bot must decide the same on the last day: then it needs no longer history. */
async function checkWarmUp(scripts: Scripts, trial: Trial, made: TrialInput, whole: Signals): Promise<Check> {
  const label = 'Warm-up'
  const all = made.seen.map(({ bars }) => bars as Bars)
  const days = [
    ...new Set(all.flatMap(({ timeMs }) => [...timeMs].map((at) => Math.floor((at + 19_800_000) / 86_400_000)))),
  ].sort((a, b) => a - b)
  const [first = 0] = days
  const last = days.at(-1) ?? 0
  const dayOf = (at: number) => Math.floor((at + 19_800_000) / 86_400_000)
  const later = made.seen.map((symbol) => ({
    ...symbol,
    bars: keepBars(symbol.bars as Bars, (at) => dayOf(at) > first),
  }))
  if (days.length < 3) return { name: 'warm_up', label, passed: true, detail: 'Too few days to begin later.' }
  const seen = await signalsOf(scripts, trial, made, later)
  if (typeof seen === 'string')
    return { name: 'warm_up', label, passed: false, detail: `Begun a day later it fails: ${seen}` }
  let compared = 0
  let equal = 0
  for (const [i, bars] of all.entries()) {
    const shift = bars.timeMs.length - later[i]!.bars.timeMs.length
    for (let bar = shift; bar < bars.timeMs.length; bar++) {
      const [long, short] = [whole[i]![bar]!, seen[i]![bar - shift]!]
      if (dayOf(bars.timeMs[bar]!) !== last || (long === 0 && short === 0)) continue
      compared++
      if (long === short) equal++
    }
  }
  const passed = compared === 0 || equal / compared >= WARM_AGREEMENT
  const share = compared === 0 ? 'no signal on the last day' : `${equal} of ${compared} decisions of the last day agree`
  return { name: 'warm_up', label, passed, detail: `Begun a day later: ${share}.` }
}

async function checkBudget(
  scripts: Scripts,
  trial: Trial,
  made: TrialInput,
  window: number | null = null,
): Promise<Check> {
  const label = 'Time per bar'
  const measured = await measureSteps(scripts, trial, made, window)
  if (typeof measured === 'string') return { name: 'budget', label, passed: false, detail: measured }
  const { slowestMs, medianMs, bars } = measured
  const detail = `Bar by bar as in live trading: median ${medianMs.toFixed(1)} ms, slowest ${slowestMs.toFixed(0)} ms of ${bars} (at most ${STEP_BUDGET_MS} ms).`
  return { name: 'budget', label, passed: slowestMs <= STEP_BUDGET_MS, detail }
}

type Signals = readonly Uint8Array[]

/** The decisions over these bars, or the error as a sentence. */
async function signalsOf(
  scripts: Scripts,
  trial: Trial,
  { input, history, candles }: TrialInput,
  symbols: readonly BacktestSymbol[],
): Promise<Signals | string> {
  const run = { ...scriptOf(trial), parameters: trial.parameters, rules: input, limits: GATE_LIMITS }
  const collected = await collectSignals(scripts, { ...run, symbols, history, candles })
  if (collected === null) return 'cancelled'
  return collected.kind === 'failed' ? collected.error : collected.signals
}

function signalTimes(made: TrialInput, signals: Signals): number[] {
  const times = new Set<number>()
  for (const [i, column] of signals.entries()) {
    const { timeMs } = made.seen[i]!.bars
    for (let bar = 0; bar < column.length; bar++) if (column[bar] !== 0) times.add(timeMs[bar]!)
  }
  return [...times].sort((a, b) => a - b)
}

function keepBars(bars: Bars, keeps: (timeMs: number) => boolean): Bars {
  const kept = [...bars.timeMs.keys()].filter((i) => keeps(bars.timeMs[i]!))
  const floats = (column: Float64Array) => Float64Array.from(kept, (i) => column[i]!)
  const wholes = (column: Int32Array) => Int32Array.from(kept, (i) => column[i]!)
  return {
    timeMs: floats(bars.timeMs),
    openPaise: wholes(bars.openPaise),
    highPaise: wholes(bars.highPaise),
    lowPaise: wholes(bars.lowPaise),
    closePaise: wholes(bars.closePaise),
    volume: floats(bars.volume),
  }
}

function hashOf(signals: Signals): string {
  const hash = createHash('sha256')
  for (const column of signals) hash.update(column)
  return hash.digest('hex')
}
