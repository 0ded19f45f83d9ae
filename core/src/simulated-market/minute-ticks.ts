import type { Paise } from '../units.ts'
import { bell, even, mix } from './chance.ts'
import type { TradingLeg } from './trading-leg.ts'

// The single definition of the ticks within a minute, used by both bars and the feed.

const FEWEST_TICKS = 8
const MORE_TICKS = 9
const TICK_PLACE = 21
const SCATTER = 0.55
// A minute opens near the previous minute's close.
const OPENING_SCATTER = 0.3
const MILLISECONDS = 60_000

type MinuteTicks = {
  readonly key: number
  readonly count: number
  readonly fromPrice: number
  readonly toPrice: number
  /** Price change per tick along the line through the minute. */
  readonly step: number
  /** Deviation of a tick from the line through the minute, in paise. */
  readonly scatter: number
}

export function minuteTicks(leg: TradingLeg, path: Float64Array, minute: number): MinuteTicks {
  const key = mix(mix(leg.key, TICK_PLACE), minute)
  const count = FEWEST_TICKS + ((key >>> 3) % MORE_TICKS)
  const fromPrice = path[minute] as number
  const toPrice = path[minute + 1] as number
  return {
    key,
    count,
    fromPrice,
    toPrice,
    step: (toPrice - fromPrice) / (count - 1),
    scatter: SCATTER * (0.7 * leg.minuteMove + 0.3 * Math.abs(toPrice - fromPrice)),
  }
}

/** Shares traded in the minute, by position in the session, at random, and more when the price moves. */
export function minuteVolume(leg: TradingLeg, ticks: MinuteTicks, minute: number): number {
  const surprise = Math.abs(ticks.toPrice - ticks.fromPrice) / leg.minuteMove
  const place = (minute % leg.sessionMinutes) / leg.sessionMinutes
  const luck = 1 + 0.45 * even(ticks.key, 31)
  const wanted = leg.sharesPerMinute * shareOfVolume(place) * luck * luck * (0.7 + 0.5 * surprise)
  // Enough for at least one share per tick.
  return Math.max(Math.floor(wanted), ticks.count * 10)
}

/** Price of a tick before rounding. The last one is the minute's close; the others scatter around the line. */
export function tickLevel(ticks: MinuteTicks, index: number): number {
  if (index === ticks.count - 1) return ticks.toPrice
  const scatter = index === 0 ? ticks.scatter * OPENING_SCATTER : ticks.scatter
  return ticks.fromPrice + ticks.step * index + scatter * bell(ticks.key, index)
}

/** The nearest price on a tick; rounding preserves order, so extremes can be found before rounding. */
export function onGrid(level: number, tickPaise: Paise): number {
  return Math.max(Math.round(level / tickPaise), 1) * tickPaise
}

/** Milliseconds into the minute; strictly increasing, because a tick stays in the first nine tenths of its share. */
export function tickOffsetMs(ticks: MinuteTicks, index: number): number {
  const place = index + 0.45 * (1 + even(ticks.key, 64 + index))
  return Math.floor((place * MILLISECONDS) / ticks.count)
}

/** Shares of a tick, as differences of the running volume, so that they add up exactly and none is zero. */
export function tickQuantity(ticks: MinuteTicks, volume: number, index: number): number {
  return volumeUpTo(ticks, volume, index + 1) - volumeUpTo(ticks, volume, index)
}

function volumeUpTo(ticks: MinuteTicks, volume: number, index: number): number {
  if (index === 0) return 0
  if (index === ticks.count) return volume
  return Math.floor((volume * (index + 0.4 * even(ticks.key, 128 + index))) / ticks.count)
}

/** Volume by position in the session (0 to 1): high at the open and in the last half hour, low at midday. */
function shareOfVolume(place: number): number {
  const left = 1 - place
  const early = left * left * left * left
  const late = place * place * place * place
  return 0.55 + 2.6 * early * early * early + 0.35 * early + 1.3 * late * late
}
