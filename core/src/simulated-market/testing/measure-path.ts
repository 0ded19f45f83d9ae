import type { Bars } from '../../bars.ts'
import { indiaDayNumber } from '../../time.ts'
import type { SimulatedSplit } from '../simulate-splits.ts'

/** Sums over many stocks; every stock's returns are divided by its volatility first. */
export type PathSums = {
  /** By span: squares of its returns, and of the single steps that they consist of. */
  readonly spans: Map<string, { whole: number; steps: number }>
  readonly minutes: { count: number; squares: number; fourths: number }
  readonly gaps: { both: number; gap: number; day: number }
}

const MINUTE_SPANS = [2, 5, 15, 75] as const
const SESSION = '375 min'
const DAY_SPANS = [2, 5, 20] as const

export function openPathSums(): PathSums {
  const names = [...MINUTE_SPANS.map((span) => `${span} min`), SESSION, ...DAY_SPANS.map((span) => `${span} d`)]
  return {
    spans: new Map(names.map((name) => [name, { whole: 0, steps: 0 }])),
    minutes: { count: 0, squares: 0, fourths: 0 },
    gaps: { both: 0, gap: 0, day: 0 },
  }
}

/** Adds a stock's returns: of minutes within its days, of its nights against its days, and of its days. */
export function addPath(sums: PathSums, bars: Bars, splits: readonly SimulatedSplit[], volatility: number): void {
  const { timeMs, openPaise, closePaise } = bars
  const dayCloses: number[] = []
  let shares = 1
  for (let first = 0; first < timeMs.length; ) {
    const day = indiaDayNumber(timeMs[first] as number)
    for (const { exDay, factor } of splits) if (exDay === day) shares *= factor
    let last = first
    while (last + 1 < timeMs.length && indiaDayNumber(timeMs[last + 1] as number) === day) last++
    const logs = Array.from(closePaise.subarray(first, last + 1), (price) => Math.log(price * shares) / volatility)
    const open = Math.log((openPaise[first] as number) * shares) / volatility
    addMinutes(sums, timeMs.subarray(first, last + 1), logs)
    const before = dayCloses.at(-1)
    const close = logs.at(-1) as number
    if (before !== undefined) {
      sums.gaps.both += (open - before) * (close - open)
      sums.gaps.gap += (open - before) ** 2
      sums.gaps.day += (close - open) ** 2
    }
    dayCloses.push(close)
    first = last + 1
  }
  for (const span of DAY_SPANS) addSpan(sums, `${span} d`, dayCloses, span)
}

function addMinutes(sums: PathSums, timeMs: Float64Array, logs: readonly number[]): void {
  // A day with empty minutes has other spans than its rows, and a halted one other variances.
  const isWhole =
    timeMs.length > 1 && (timeMs.at(-1) as number) - (timeMs[0] as number) === 60_000 * (timeMs.length - 1)
  if (!isWhole) return
  for (const span of MINUTE_SPANS) addSpan(sums, `${span} min`, logs, span)
  addSpan(sums, SESSION, logs, logs.length - 1)
  for (let row = 1; row < logs.length; row++) {
    const square = ((logs[row] as number) - (logs[row - 1] as number)) ** 2
    sums.minutes.count++
    sums.minutes.squares += square
    sums.minutes.fourths += square * square
  }
}

function addSpan(sums: PathSums, name: string, logs: readonly number[], span: number): void {
  const into = sums.spans.get(name)
  if (!into) throw new Error(`no span ${name}`)
  for (let row = span; row < logs.length; row += span) {
    into.whole += ((logs[row] as number) - (logs[row - span] as number)) ** 2
    for (let step = row - span; step < row; step++) {
      into.steps += ((logs[step + 1] as number) - (logs[step] as number)) ** 2
    }
  }
}

/** Variance of every span relative to that of its steps: above one where moves go on, below one where they revert. */
export function varianceRatios({ spans }: PathSums): Record<string, number> {
  return Object.fromEntries([...spans].map(([name, { whole, steps }]) => [name, whole / steps]))
}

export function excessKurtosis({ minutes: { count, squares, fourths } }: PathSums): number {
  return fourths / count / (squares / count) ** 2 - 3
}

export function gapCorrelation({ gaps: { both, gap, day } }: PathSums): number {
  return both / Math.sqrt(gap * day)
}
