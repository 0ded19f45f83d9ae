import type { Bars } from '../../bars.ts'
import { dayNumberOf, indiaDayNumber, indiaDayStartMs } from '../../time.ts'
import type { GeneratorVersion } from '../market-seed.ts'
import { NIFTY_50 } from '../nifty-50.ts'
import { simulateBars } from '../simulate-bars.ts'
import { simulateSplits, type SimulatedSplit } from '../simulate-splits.ts'

// What large shares of NSE show, and within which bounds the simulated market has to show it, over a year.
export const FACTS = {
  minuteLag1: { what: 'absolute minute returns, autocorrelation at lag 1', least: 0.2, most: 0.35 },
  minuteLag60: { what: 'the same at lag 60', least: 0.08, most: 1 },
  dayLag1: { what: 'absolute daily returns, autocorrelation at lag 1', least: 0.1, most: 0.25 },
  dayLag10: { what: 'the same at lag 10', least: 0.05, most: 1 },
  openToMidday: { what: 'volatility of the first 15 minutes, relative to midday', least: 2, most: 3 },
  nightShare: { what: 'share of the variance over night', least: 0.2, most: 0.35 },
  spikeShare: { what: 'minutes above five times the day’s median volume', least: 0.01, most: 0.03 },
  spikeMove: { what: 'size of their moves, relative to other minutes', least: 2, most: 100 },
  kurtosis: { what: 'excess kurtosis of minute returns', least: 10, most: 37 },
} as const

export type Fact = keyof typeof FACTS
export type Facts = Readonly<Record<Fact, number>>

type Options = { readonly seeds: readonly number[]; readonly stocks: number; readonly generator: GeneratorVersion }

const YEAR = {
  fromMs: indiaDayStartMs(dayNumberOf('2025-01-01')),
  untilMs: indiaDayStartMs(dayNumberOf('2026-01-01')),
}
const OPENING_MIN = 15
const MIDDAY_MIN = { from: 165, until: 255 }
const SPIKE = 5

/** The facts of every seed, each over the first so many of NIFTY 50 and one year. */
export function measureFacts({ seeds, stocks, generator }: Options): readonly Facts[] {
  return seeds.map((seed) => {
    const market = { seed, hours: 'nse', generator } as const
    return factsOf(
      NIFTY_50.slice(0, stocks).map((stock) => {
        const bars = simulateBars(market, stock, YEAR)
        const splits = simulateSplits(market, stock, YEAR)
        if (!bars.ok || !splits.ok) throw new Error(`no bars of ${stock.symbol}`)
        return measureStock(bars.value, splits.value)
      }),
    )
  })
}

/** The facts out of their bounds, in words; the tolerance widens the bounds by a share. */
export function wrongFacts(facts: Facts, tolerance = 0): readonly string[] {
  return Object.entries(FACTS).flatMap(([name, { what, least, most }]) => {
    const value = facts[name as Fact]
    const isRight = value >= least * (1 - tolerance) && value <= most * (1 + tolerance)
    return isRight ? [] : [`${what}: ${value.toFixed(3)}`]
  })
}

export function averageFacts(all: readonly Facts[]): Facts {
  const names = Object.keys(FACTS) as Fact[]
  return Object.fromEntries(names.map((name) => [name, mean(all.map((facts) => facts[name]))])) as Facts
}

type Squares = { count: number; squares: number }
type Moves = { count: number; moves: number }

type StockSums = {
  /** Absolute returns of minutes, by day. */
  readonly minutes: number[][]
  readonly days: number[]
  readonly opening: Squares
  readonly midday: Squares
  night: number
  session: number
  readonly spikes: Moves
  readonly others: Moves
}

function factsOf(stocks: readonly StockSums[]): Facts {
  const meanOf = (of: (stock: StockSums) => number) => mean(stocks.map(of))
  const sumOf = (of: (stock: StockSums) => number) => stocks.reduce((sum, stock) => sum + of(stock), 0)
  const spikes = sumOf(({ spikes: { count } }) => count)
  const others = sumOf(({ others: { count } }) => count)
  return {
    minuteLag1: meanOf(({ minutes }) => autocorrelation(minutes, 1)),
    minuteLag60: meanOf(({ minutes }) => autocorrelation(minutes, 60)),
    dayLag1: meanOf(({ days }) => autocorrelation([days], 1)),
    dayLag10: meanOf(({ days }) => autocorrelation([days], 10)),
    openToMidday: Math.sqrt(meanOf(({ opening, midday }) => meanSquare(opening) / meanSquare(midday))),
    nightShare: meanOf(({ night, session }) => night / (night + session)),
    spikeShare: spikes / (spikes + others),
    spikeMove: sumOf((stock) => stock.spikes.moves) / spikes / (sumOf((stock) => stock.others.moves) / others),
    kurtosis: meanOf(({ minutes }) => excessKurtosis(minutes.flat())),
  }
}

function measureStock(bars: Bars, splits: readonly SimulatedSplit[]): StockSums {
  const { timeMs, openPaise, closePaise, volume } = bars
  const sums: StockSums = {
    minutes: [],
    days: [],
    opening: { count: 0, squares: 0 },
    midday: { count: 0, squares: 0 },
    night: 0,
    session: 0,
    spikes: { count: 0, moves: 0 },
    others: { count: 0, moves: 0 },
  }
  let before: number | null = null
  for (let first = 0, after = 0; first < timeMs.length; first = after) {
    const day = indiaDayNumber(timeMs[first] as number)
    while (after < timeMs.length && indiaDayNumber(timeMs[after] as number) === day) after++
    const factor = splits.reduce((product, split) => (split.exDay === day ? product * split.factor : product), 1)
    const open = Math.log(openPaise[first] as number)
    const close = Math.log(closePaise[after - 1] as number)
    if (before !== null) {
      const gap = open + Math.log(factor) - before
      sums.night += gap ** 2
      sums.session += (close - open) ** 2
      sums.days.push(Math.abs(gap + close - open))
    }
    before = close
    // A muhurat hour is no ordinary day, and a day with quiet minutes has returns over longer spans.
    if (
      after - first < 300 ||
      (timeMs[after - 1] as number) - (timeMs[first] as number) !== (after - first - 1) * 60_000
    )
      continue
    addMinutes(sums, { open, closes: closePaise.subarray(first, after), volumes: volume.subarray(first, after) })
  }
  return sums
}

type Day = { readonly open: number; readonly closes: Int32Array; readonly volumes: Float64Array }

function addMinutes(sums: StockSums, { open, closes, volumes }: Day): void {
  const median = volumes.toSorted()[volumes.length >> 1] as number
  const moves: number[] = []
  let from = open
  for (const [minute, close] of closes.entries()) {
    const to = Math.log(close)
    const move = Math.abs(to - from)
    moves.push(move)
    from = to
    const isSpike = (volumes[minute] as number) > SPIKE * median
    const group = isSpike ? sums.spikes : sums.others
    group.count++
    group.moves += move
    if (minute < OPENING_MIN) addSquare(sums.opening, move)
    if (minute >= MIDDAY_MIN.from && minute < MIDDAY_MIN.until) addSquare(sums.midday, move)
  }
  sums.minutes.push(moves)
}

function addSquare(sum: Squares, move: number): void {
  sum.count++
  sum.squares += move * move
}

function meanSquare({ count, squares }: Squares): number {
  return squares / count
}

/** Of values so many places apart in the same row. */
function autocorrelation(rows: readonly (readonly number[])[], lag: number): number {
  const average = mean(rows.flat())
  let [products, pairs, squares, count] = [0, 0, 0, 0]
  for (const row of rows) {
    for (let place = 0; place < row.length; place++) {
      const value = (row[place] as number) - average
      squares += value * value
      count++
      if (place < lag) continue
      products += value * ((row[place - lag] as number) - average)
      pairs++
    }
  }
  return products / pairs / (squares / count)
}

function excessKurtosis(moves: readonly number[]): number {
  const squares = mean(moves.map((move) => move ** 2))
  return mean(moves.map((move) => move ** 4)) / squares ** 2 - 3
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length
}
