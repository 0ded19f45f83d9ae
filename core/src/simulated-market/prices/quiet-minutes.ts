import { fraction, mix } from '../../random/chance.ts'
import { QUARTER_MIN } from './day-shape.ts'
import type { TradingLeg } from '../trading-leg.ts'

// Minutes without a trade. In an empty minute nobody wants to trade, and the company's own clock stands still; in a halt
// the exchange stops trading while the news goes on, and the price reopens where it has gone meanwhile.
const EMPTY = 1
const HALTED = 2

const EMPTY_CHANCE = { liquid: 1 / 3_000, thin: 1 / 150 }
const HALT_CHANCE = 1 / 300
const SHORTEST_HALT_MIN = 10
const MORE_HALT_MIN = 21
const SHORTEST_LEG_MIN = 60

const EMPTY_PLACE = 41
const HALT_PLACE = 42

/** One byte per minute: zero where the stock trades. A leg always opens and closes with trades. */
export function quietMinutes(leg: TradingLeg): Uint8Array {
  const quiet = new Uint8Array(leg.minutes)
  // An index is computed, not traded.
  if (leg.instrument.isIndex) return quiet
  for (let quarter = 0; quarter * QUARTER_MIN < leg.minutes; quarter++) {
    const minute = emptyMinute(leg, quarter)
    if (minute >= 0) quiet[quarter * QUARTER_MIN + minute] = EMPTY
  }
  const halt = mix(leg.key, HALT_PLACE)
  if (leg.minutes >= SHORTEST_LEG_MIN && fraction(halt, 0) < HALT_CHANCE) {
    const length = SHORTEST_HALT_MIN + Math.floor(fraction(halt, 1) * MORE_HALT_MIN)
    const from = 1 + Math.floor(fraction(halt, 2) * (leg.minutes - length - 1))
    quiet.fill(HALTED, from, from + length)
  }
  return quiet
}

/** The empty minute of a quarter, counted from its beginning, or -1. */
export function emptyMinute(leg: TradingLeg, quarter: number): number {
  const { isIndex, hasDerivatives } = leg.instrument
  if (isIndex) return -1
  const key = mix(leg.key, EMPTY_PLACE)
  const chance = QUARTER_MIN * (hasDerivatives ? EMPTY_CHANCE.liquid : EMPTY_CHANCE.thin)
  if (fraction(key, quarter) >= chance) return -1
  const minute = (mix(key, ~quarter) >>> 0) % QUARTER_MIN
  const ofLeg = quarter * QUARTER_MIN + minute
  return ofLeg === 0 || ofLeg >= leg.minutes - 1 ? -1 : minute
}
