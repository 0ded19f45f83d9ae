import type { Paise } from '../../units.ts'
import { evenBridge, type PathLevels } from '../../random/brownian-bridge.ts'
import { even, mix } from '../../random/chance.ts'
import { smallExponential } from '../../random/exponential.ts'
import { QUARTER_MIN } from './day-shape.ts'
import type { LegPath, QuarterPath } from './leg-path.ts'
import type { TradingLeg } from '../trading-leg.ts'

// The single definition of the ticks within a minute, used by both bars and the feed.

const FEWEST_TICKS = 8
const MORE_TICKS = 9
const MILLISECONDS = 60_000
// Few want to trade where the price cannot move.
const CIRCUIT_VOLUME = 0.1

export type MinuteTicks = {
  key: number
  count: number
  /** Level of every tick, from row 1 to `count`; the last is the minute's end. */
  readonly levels: PathLevels
  /** The one price of a minute at the circuit. */
  circuitPaise: Paise | null
  volume: number
}

// Used again for every minute, because a year has ninety thousand of them.
const ticks: MinuteTicks = {
  key: 0,
  count: 0,
  levels: { at: new Float64Array(FEWEST_TICKS + MORE_TICKS), highest: 0, lowest: 0 },
  circuitPaise: null,
  volume: 0,
}

/** Valid until the next call. */
export function minuteTicks(path: LegPath, quarter: QuarterPath, minute: number): Readonly<MinuteTicks> {
  const { leg, circuit, tickKey } = path
  const row = minute % QUARTER_MIN
  const key = mix(tickKey, minute)
  const count = FEWEST_TICKS + ((key >>> 3) % MORE_TICKS)
  const variance = quarter.variances[row] as number
  ticks.key = key
  ticks.count = count
  ticks.circuitPaise = circuit !== null && minute > circuit.fromMinute ? circuit.pricePaise : null
  let volume = minuteVolume(leg, key, minute, Math.sqrt(variance / path.minuteVariance))
  if (ticks.circuitPaise === null) {
    ticks.levels.at[0] = quarter.levels[row] as number
    ticks.levels.at[count] = quarter.levels[row + 1] as number
    evenBridge(ticks.levels, count, variance, key)
  } else volume *= CIRCUIT_VOLUME
  // Enough for at least one share per tick.
  ticks.volume = Math.max(Math.floor(volume), count * 10)
  return ticks
}

/** Shares traded in the minute: by position in the session, at random, and more when much happens. */
function minuteVolume(leg: TradingLeg, key: number, minute: number, volatility: number): number {
  const place = (minute % leg.sessionMinutes) / leg.sessionMinutes
  const luck = 1 + 0.45 * even(key, 31)
  return leg.clock.volume(leg.sharesPerMinute, place, luck, volatility)
}

/** The nearest price on a tick within the day's band; rounding preserves order, so extremes are found before it. */
export function priceAt({ fromTicks, tickPaise, lowestPaise, highestPaise }: LegPath, level: number): Paise {
  // A whole number of 32 bits, cut off after adding a half, is quicker than Math.round.
  const price = ((fromTicks * smallExponential(level) + 0.5) | 0) * tickPaise
  return price > highestPaise ? highestPaise : price < lowestPaise ? lowestPaise : price
}

/** Milliseconds into the minute; strictly increasing, because a tick stays in the first nine tenths of its share. */
export function tickOffsetMs(ticks: MinuteTicks, index: number): number {
  const place = index + 0.45 * (1 + even(ticks.key, 64 + index))
  return Math.floor((place * MILLISECONDS) / ticks.count)
}

/** Shares traded by so many of the minute's ticks; they add up exactly, and every tick has at least one. */
export function volumeUpTo({ key, count, volume }: MinuteTicks, index: number): number {
  if (index === count) return volume
  return Math.floor((volume * (index + 0.4 * even(key, 128 + index))) / count)
}
