import type { Bars } from '../../bars.ts'
import { checkParameters } from '../../strategies/check-parameters.ts'
import { STRATEGIES } from '../../strategies/find-strategy.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../../strategies/signal.ts'
import { signalColumn } from '../../strategies/signal-column.ts'
import type { StrategyPlan } from '../../strategies/strategy.ts'
import { indiaDayNumber } from '../../time.ts'

/** Gross result of one strategy family over many stocks: traded from close to close, closed every evening. */
export type FamilyResult = {
  readonly family: string
  trades: number
  /** Sum of all trades' returns. */
  gained: number
  /** The portfolio's return by India day: the sum over its stocks. */
  readonly byDay: Map<number, number>
}

export const OPEN_TO_CLOSE = 'open_to_close'

/** Every native strategy with its defaults, and buying every open to sell every close. */
export function openFamilies(): readonly Family[] {
  const planned = Object.values(STRATEGIES).map((strategy) => {
    const parameters = checkParameters(strategy, {})
    if (!parameters.ok) throw new Error(parameters.refusal.sentence)
    return { family: strategy.botType as string, plan: strategy.plan(parameters.value) }
  })
  return [...planned, { family: OPEN_TO_CLOSE, plan: null }].map((each) => ({
    plan: each.plan,
    result: { family: each.family, trades: 0, gained: 0, byDay: new Map() },
  }))
}

export type Family = { readonly plan: StrategyPlan | null; readonly result: FamilyResult }

/** Trades one stock's bars by every family. */
export function tradeBars(families: readonly Family[], bars: Bars): void {
  for (const { plan, result } of families) {
    const signals = plan ? signalColumn(plan, bars) : new Uint8Array(bars.timeMs.length).fill(ENTER_LONG)
    tradeSignals(result, bars, signals)
  }
}

function tradeSignals(result: FamilyResult, { timeMs, closePaise }: Bars, signals: Uint8Array): void {
  const days = timeMs.map((atMs) => indiaDayNumber(atMs))
  let held = 0
  let entry = 0
  let gainOfDay = 0
  for (let row = 0; row < signals.length; row++) {
    const signal = signals[row] as number
    const close = closePaise[row] as number
    const isLast = days[row] !== days[row + 1]
    if (held !== 0 && (isLast || (signal & (held > 0 ? EXIT_LONG : EXIT_SHORT)) !== 0)) {
      gainOfDay += held * (close / entry - 1)
      held = 0
      result.trades++
    }
    if (isLast) {
      const day = days[row] as number
      result.byDay.set(day, (result.byDay.get(day) ?? 0) + gainOfDay)
      result.gained += gainOfDay
      gainOfDay = 0
    } else if (held === 0 && (signal & (ENTER_LONG | ENTER_SHORT)) !== 0) {
      held = (signal & ENTER_LONG) !== 0 ? 1 : -1
      entry = close
    }
  }
}

/** How many of its own errors the mean daily return is away from zero. */
export function dailyT({ byDay }: FamilyResult): number {
  const returns = [...byDay.values()]
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1)
  return mean / Math.sqrt(variance / returns.length)
}

export function edgeBps({ gained, trades }: Pick<FamilyResult, 'gained' | 'trades'>): number {
  return (gained / trades) * 10_000
}

/** The bars with a drift added, in deviations of an average minute: the fault that every measure must find. */
export function plantDrift(bars: Bars, drift: number): Bars {
  const { closePaise, timeMs } = bars
  let squares = 0
  let moves = 0
  for (let row = 1; row < timeMs.length; row++) {
    if (indiaDayNumber(timeMs[row] as number) !== indiaDayNumber(timeMs[row - 1] as number)) continue
    squares += ((closePaise[row] as number) / (closePaise[row - 1] as number) - 1) ** 2
    moves++
  }
  const step = drift * Math.sqrt(squares / moves)
  const raised = (column: Int32Array) => {
    let level = 1
    return column.map((price, row) => {
      // Every session starts anew, so that a year's drift does not leave the range of prices.
      level =
        row > 0 && indiaDayNumber(timeMs[row] as number) === indiaDayNumber(timeMs[row - 1] as number)
          ? level * (1 + step)
          : 1
      return Math.round(price * level)
    })
  }
  return {
    ...bars,
    openPaise: raised(bars.openPaise),
    highPaise: raised(bars.highPaise),
    lowPaise: raised(bars.lowPaise),
    closePaise: raised(closePaise),
  }
}
