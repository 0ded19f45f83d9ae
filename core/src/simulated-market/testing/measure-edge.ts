import type { Bars } from '../../bars.ts'
import { checkParameters } from '../../strategies/check-parameters.ts'
import { STRATEGIES } from '../../strategies/find-strategy.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../../strategies/signal.ts'
import { signalColumn } from '../../strategies/signal-column.ts'
import { indiaDayNumber } from '../../time.ts'
import type { SimulatedSplit } from '../simulate-splits.ts'
import { gapFollowing, openToClose, type PlainRule, volatilityTimed, volumeSpike } from './plain-rules.ts'

/** Gross result of one strategy family over many stocks, closed every evening. */
export type FamilyResult = {
  readonly family: string
  trades: number
  /** Sum of all trades' returns. */
  gained: number
  /** The portfolio's return by India day: the sum over its stocks. */
  readonly byDay: Map<number, number>
}

export type Family = {
  readonly signals: PlainRule | null
  /** A strategy that users may run, rather than a rule that only measures. */
  readonly isStrategy: boolean
  readonly result: FamilyResult
}

const RULES = {
  open_to_close: openToClose,
  gap_following: gapFollowing,
  volume_spike: volumeSpike,
  volatility_timed: volatilityTimed,
  // Holds over night what the others close: it has no signals.
  overnight: null,
} as const satisfies Record<string, PlainRule | null>

/** Every native strategy with its defaults, and plain rules. */
export function openFamilies(): readonly Family[] {
  const strategies = Object.values(STRATEGIES).map((strategy) => {
    const parameters = checkParameters(strategy, {})
    if (!parameters.ok) throw new Error(parameters.refusal.sentence)
    const plan = strategy.plan(parameters.value)
    return open(strategy.botType, (bars) => signalColumn(plan, bars), true)
  })
  return [...strategies, ...Object.entries(RULES).map(([name, rule]) => open(name, rule, false))]
}

function open(family: string, signals: PlainRule | null, isStrategy: boolean): Family {
  return { signals, isStrategy, result: { family, trades: 0, gained: 0, byDay: new Map() } }
}

/** Trades one stock's bars by every family. */
export function tradeBars(families: readonly Family[], bars: Bars, splits: readonly SimulatedSplit[]): void {
  for (const { signals, result } of families) {
    if (signals) tradeSignals(result, bars, signals(bars, splits))
    else tradeNights(result, bars, splits)
  }
}

/** Buys every close to sell the next open. */
function tradeNights(result: FamilyResult, bars: Bars, splits: readonly SimulatedSplit[]): void {
  const { timeMs, openPaise, closePaise } = bars
  for (let row = 1; row < timeMs.length; row++) {
    const day = indiaDayNumber(timeMs[row] as number)
    if (day === indiaDayNumber(timeMs[row - 1] as number)) continue
    const shares = splits.reduce((product, split) => (split.exDay === day ? product * split.factor : product), 1)
    const gain = ((openPaise[row] as number) * shares) / (closePaise[row - 1] as number) - 1
    result.trades++
    result.gained += gain
    result.byDay.set(day, (result.byDay.get(day) ?? 0) + gain)
  }
}

/** What is decided at a close is traded at the next open, as everywhere in the platform, and every close closes. */
function tradeSignals(result: FamilyResult, { timeMs, openPaise, closePaise }: Bars, signals: Uint8Array): void {
  const days = timeMs.map((atMs) => indiaDayNumber(atMs))
  let held = 0
  let entry = 0
  let gainOfDay = 0
  for (let row = 0; row < signals.length; row++) {
    const isFirst = days[row - 1] !== days[row]
    const isLast = days[row] !== days[row + 1]
    const signal = isFirst ? 0 : (signals[row - 1] as number)
    const open = openPaise[row] as number
    if (held !== 0 && (signal & (held > 0 ? EXIT_LONG : EXIT_SHORT)) !== 0) close(open)
    if (held === 0 && !isLast && (signal & (ENTER_LONG | ENTER_SHORT)) !== 0) {
      held = (signal & ENTER_LONG) !== 0 ? 1 : -1
      entry = open
    }
    if (!isLast) continue
    if (held !== 0) close(closePaise[row] as number)
    const day = days[row] as number
    result.byDay.set(day, (result.byDay.get(day) ?? 0) + gainOfDay)
    result.gained += gainOfDay
    gainOfDay = 0
  }

  function close(price: number): void {
    gainOfDay += held * (price / entry - 1)
    held = 0
    result.trades++
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
