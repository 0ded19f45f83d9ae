import type { Paise } from '../../units.ts'
import { mix, mixText } from '../../random/chance.ts'
import { smallExponential } from '../../random/exponential.ts'
import { QUARTER_MIN, quarterLength } from './day-shape.ts'
import { type FactorDay, factorDay, fillQuarter } from './factor-day.ts'
import { emptyMinute } from './quiet-minutes.ts'
import type { TradingLeg } from '../trading-leg.ts'

/** The price of a leg as it would be seen without a circuit, and where the circuit stops it. */
export type LegPath = {
  readonly leg: TradingLeg
  readonly days: readonly FactorDay[]
  readonly tickKey: number
  readonly tickPaise: Paise
  /** The close before the day, in unrounded ticks. */
  readonly fromTicks: number
  /** Variance of an average minute. */
  readonly minuteVariance: number
  /** The day's price band. */
  readonly lowestPaise: Paise
  readonly highestPaise: Paise
  /** The first minute at whose end the price is at or beyond its band, from which on it stays there. */
  readonly circuit: Circuit | null
}

type Band = Pick<LegPath, 'lowestPaise' | 'highestPaise'>
type Circuit = { readonly fromMinute: number; readonly pricePaise: Paise }

/** A quarter's minutes: levels relative to the close before the day, and the variance of every minute. */
export type QuarterPath = { readonly levels: Float64Array; readonly variances: Float64Array }

const TICK_PLACE = 21
const FNO_BAND = 0.1
// Never reached.
const INDEX_BAND = 0.99
const BANDS = [0.2, 0.2, 0.1, 0.05] as const
// Only quarters that begin or end beyond this part of the band are searched for its touch, because a quarter that does
// neither has no minute beyond it.
const NEAR_BAND = 0.6

export function openLegPath(leg: TradingLeg): LegPath {
  const days = leg.exposures.map(({ factor }) => factorDay(factor, leg))
  const share = bandShare(leg)
  const { tickPaise, dailyVolatilityBps } = leg.instrument
  const fromTicks = leg.fromPrice / tickPaise
  const band = {
    lowestPaise: Math.max(1, Math.ceil(fromTicks * (1 - share))) * tickPaise,
    highestPaise: Math.floor(fromTicks * (1 + share)) * tickPaise,
  }
  return {
    leg,
    days,
    tickKey: mix(leg.key, TICK_PLACE),
    tickPaise,
    fromTicks,
    minuteVariance: (dailyVolatilityBps / 10_000) ** 2 / leg.minutes,
    ...band,
    circuit: findCircuit(leg, days, band, share),
  }
}

/** An index has no band, a stock with derivatives that of NSE's dynamic bands, any other one of its own. */
function bandShare({ instrument }: TradingLeg): number {
  if (instrument.isIndex) return INDEX_BAND
  if (instrument.hasDerivatives) return FNO_BAND
  return BANDS[(mixText(0, instrument.token) >>> 0) % BANDS.length] ?? FNO_BAND
}

function findCircuit(leg: TradingLeg, days: readonly FactorDay[], band: Band, share: number): Circuit | null {
  const near = share * NEAR_BAND
  let isNear = Math.abs(boundaryLevel(leg, days, 1)) >= near
  for (let quarter = 0; quarter * QUARTER_MIN < leg.minutes; quarter++) {
    const wasNear = isNear
    isNear = Math.abs(boundaryLevel(leg, days, quarter + 2)) >= near
    if (!wasNear && !isNear) continue
    const { levels } = quarterPath(leg, days, quarter)
    const minutes = quarterLength(leg, quarter)
    for (let minute = 0; minute < minutes; minute++) {
      const price = leg.fromPrice * smallExponential(levels[minute + 1] as number)
      const fromMinute = quarter * QUARTER_MIN + minute
      if (price >= band.highestPaise) return { fromMinute, pricePaise: band.highestPaise }
      if (price <= band.lowestPaise) return { fromMinute, pricePaise: band.lowestPaise }
    }
  }
  return null
}

function boundaryLevel({ exposures, fromLevel }: TradingLeg, days: readonly FactorDay[], row: number): number {
  let level = -fromLevel
  for (let index = 0; index < exposures.length; index++) {
    const { levels, clocks } = days[index] as FactorDay
    const beta = exposures[index]?.beta as number
    level += beta * (levels[row] as number) - ((beta * beta) / 2) * (clocks[row] as number)
  }
  return level
}

// Used again for every quarter; nothing keeps them beyond it.
const levels = new Float64Array(QUARTER_MIN + 1)
const variances = new Float64Array(QUARTER_MIN)
const factorLevels = new Float64Array(QUARTER_MIN + 1)
const factorClocks = new Float64Array(QUARTER_MIN + 1)

/** Valid until the next call. */
export function quarterPath(leg: TradingLeg, days: readonly FactorDay[], quarter: number): QuarterPath {
  const minutes = quarterLength(leg, quarter)
  levels.fill(-leg.fromLevel)
  variances.fill(0)
  const silent = emptyMinute(leg, quarter)
  const own = days.length - 1
  for (let index = 0; index <= own; index++) {
    // The market and the sector go on while nobody trades the stock.
    fillQuarter(days[index] as FactorDay, quarter, index === own ? silent : -1, factorLevels, factorClocks)
    const beta = leg.exposures[index]?.beta as number
    const square = beta * beta
    let before = factorClocks[0] as number
    levels[0] = (levels[0] as number) + beta * (factorLevels[0] as number) - (square / 2) * before
    for (let minute = 0; minute < minutes; minute++) {
      const clock = factorClocks[minute + 1] as number
      levels[minute + 1] =
        (levels[minute + 1] as number) + beta * (factorLevels[minute + 1] as number) - (square / 2) * clock
      variances[minute] = (variances[minute] as number) + square * (clock - before)
      before = clock
    }
  }
  return { levels, variances }
}
