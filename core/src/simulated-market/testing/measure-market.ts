import { dayNumberOf, indiaDayStartMs } from '../../time.ts'
import type { GeneratorVersion } from '../market-seed.ts'
import { NIFTY_50 } from '../nifty-50.ts'
import { simulateBars } from '../simulate-bars.ts'
import { simulateSplits } from '../simulate-splits.ts'
import { dailyT, edgeBps, openFamilies, plantDrift, tradeBars } from './measure-edge.ts'
import { addPath, excessKurtosis, gapCorrelation, openPathSums, varianceRatios } from './measure-path.ts'
import { addErrors, addMoments, type Errors, openMoments, rSquared, solveRidge } from './ridge-regression.ts'

const YEAR = {
  fromMs: indiaDayStartMs(dayNumberOf('2025-01-01')),
  untilMs: indiaDayStartMs(dayNumberOf('2026-01-01')),
}

type Options = {
  /** The first half teaches the regression, the second half tests it. */
  readonly seeds: readonly number[]
  /** The first so many of NIFTY 50. */
  readonly stocks: number
  /** A planted fault, in deviations of a minute. */
  readonly drift: number
  readonly generator: GeneratorVersion
}

type MarketMeasures = {
  readonly families: readonly {
    readonly family: string
    readonly trades: number
    readonly edgeBps: number
    /** Of all seeds, the daily t furthest from zero. */
    readonly worstT: number
    /** The daily t of all seeds as one history. */
    readonly pooledT: number
  }[]
  /** Basis points per trade of all strategies together. */
  readonly pooledEdgeBps: number
  readonly varianceRatios: Readonly<Record<string, number>>
  readonly gapCorrelation: number
  readonly excessKurtosis: number
  readonly rSquared: number
  /** What is out of bounds, in words. */
  readonly findings: readonly string[]
}

/** Looks for an edge in a year of the simulated market, in every way we know. */
export function measureMarket({ seeds, stocks, drift, generator }: Options): MarketMeasures {
  const pooled = new Map<string, { isStrategy: boolean; trades: number; gained: number; ts: number[] }>()
  const sums = openPathSums()
  const moments = openMoments()
  const errors: Errors = { predicted: 0, plain: 0 }
  let weights: Float64Array | null = null
  for (const [index, seed] of seeds.entries()) {
    const isTest = index >= seeds.length / 2
    if (isTest) weights ??= solveRidge(moments)
    const families = openFamilies()
    for (const stock of NIFTY_50.slice(0, stocks)) {
      const market = { seed, hours: 'nse', generator } as const
      const made = simulateBars(market, stock, YEAR)
      const splits = simulateSplits(market, stock, YEAR)
      if (!made.ok || !splits.ok) throw new Error(`no bars of ${stock.symbol}`)
      const bars = drift === 0 ? made.value : plantDrift(made.value, drift)
      tradeBars(families, bars, splits.value)
      addPath(sums, bars, splits.value, stock.dailyVolatilityBps / 10_000)
      if (weights) addErrors(errors, weights, bars)
      else addMoments(moments, bars)
    }
    for (const { result, isStrategy } of families) {
      const known = pooled.get(result.family) ?? { trades: 0, gained: 0, ts: [] }
      pooled.set(result.family, {
        isStrategy,
        trades: known.trades + result.trades,
        gained: known.gained + result.gained,
        ts: [...known.ts, dailyT(result)],
      })
    }
  }
  const strategies = [...pooled.values()].filter(({ isStrategy }) => isStrategy)
  const total = (of: 'trades' | 'gained') => strategies.reduce((sum, each) => sum + each[of], 0)
  const measures = {
    families: [...pooled].map(([family, { ts, ...of }]) => ({
      family,
      trades: of.trades,
      edgeBps: edgeBps(of),
      worstT: ts.reduce((worst, t) => (Math.abs(t) > Math.abs(worst) ? t : worst), 0),
      pooledT: ts.reduce((sum, t) => sum + t, 0) / Math.sqrt(ts.length),
    })),
    pooledEdgeBps: edgeBps({ trades: total('trades'), gained: total('gained') }),
    varianceRatios: varianceRatios(sums),
    gapCorrelation: gapCorrelation(sums),
    excessKurtosis: excessKurtosis(sums),
    rSquared: rSquared(errors),
  }
  return { ...measures, findings: findingsOf(measures, seeds.length * stocks) }
}

// For all fifty stocks on twenty seeds. A smaller selection has larger errors of its own, as the root of its size.
const WHOLE_SIZE = 1_000
const MOST_T = 4.5
const MOST_EDGE_BPS = 0.3
const MOST_RATIO_ERROR: Readonly<Record<string, number>> = { '5 d': 0.08, '20 d': 0.15 }
const MOST_OTHER_RATIO_ERROR = 0.04
const MOST_GAP_CORRELATION = 0.03
const LEAST_KURTOSIS = 10
const MOST_R_SQUARED = 1e-4

function findingsOf(found: Omit<MarketMeasures, 'findings'>, size: number): readonly string[] {
  const wider = Math.sqrt(Math.max(1, WHOLE_SIZE / size))
  return [
    ...found.families.flatMap(({ family, worstT, pooledT }) =>
      [worstT, pooledT].filter((t) => Math.abs(t) >= MOST_T).map((t) => `${family} has a daily t of ${t.toFixed(2)}`),
    ),
    ...(Math.abs(found.pooledEdgeBps) < MOST_EDGE_BPS ? [] : ['the strategies earn or lose before costs']),
    ...Object.entries(found.varianceRatios).flatMap(([span, ratio]) =>
      Math.abs(ratio - 1) < (MOST_RATIO_ERROR[span] ?? MOST_OTHER_RATIO_ERROR) * wider
        ? []
        : [`the variance ratio over ${span} is ${ratio.toFixed(3)}`],
    ),
    ...(Math.abs(found.gapCorrelation) < MOST_GAP_CORRELATION * wider ? [] : ['a gap tells of the day after it']),
    ...(found.excessKurtosis > LEAST_KURTOSIS ? [] : ['minutes have thin tails']),
    ...(found.rSquared < MOST_R_SQUARED ? [] : ['a regression predicts the next minute']),
  ]
}
