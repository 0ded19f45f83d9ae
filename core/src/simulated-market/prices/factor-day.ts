import { bridge } from '../../random/brownian-bridge.ts'
import { fraction, mix, normal } from '../../random/chance.ts'
import { exponential } from '../../random/exponential.ts'
import { blockOf, type Factor, factorBlock, firstDayOf } from './factor.ts'

// The clock of a day: a day's variance is divided among its night and its quarters of an hour, a quarter's among its
// minutes. In two steps, so that one minute is computed without the other 1,439 of a demo day.
export const QUARTER_MIN = 15

// The night has the weight of this share of the session's minutes.
const NIGHT_SHARE = 0.35
const NIGHT_MOOD = 0.8
const QUARTER_MOOD = 0.45
// News: about one minute in 7,000 has the variance of 400.
const JUMP_MINUTES = 400
const JUMP_CHANCE = 1 / 7_000

const SPAN_PLACE = 6
const MOOD_PLACE = 7
const JUMP_PLACE = 8
const MINUTE_PLACE = 9
const ACTIVITY_PLACE = 10
const BRIDGE_PLACE = 11

/** How a day is divided; every instrument with the same hours shares it. */
export type DayShape = {
  readonly day: number
  readonly minutes: number
  /** Minutes per session within the day; a session is lively at its start and end. */
  readonly sessionMinutes: number
  /** Prices move while the market is closed before the first minute. */
  readonly hasNight: boolean
}

/** A factor at the boundaries of a day's quarters: row 0 before the night, row 1 at the open. */
export type FactorDay = {
  readonly key: number
  readonly shape: DayShape
  readonly levels: Float64Array
  readonly clocks: Float64Array
  /** Clock per minute of ordinary weight. */
  readonly unit: number
}

export function factorDay(factor: Factor, shape: DayShape): FactorDay {
  const { day, minutes, sessionMinutes, hasNight } = shape
  const block = factorBlock(factor, blockOf(day))
  const row = day - firstDayOf(blockOf(day))
  const key = mix(mix(factor.key, SPAN_PLACE), hasNight ? day : ~day)
  const quarters = Math.ceil(minutes / QUARTER_MIN)
  const clocks = new Float64Array(quarters + 2)
  const levels = new Float64Array(quarters + 2)
  const moodKey = mix(key, MOOD_PLACE)
  if (hasNight) clocks[1] = NIGHT_SHARE * minutes * exponential(NIGHT_MOOD * normal(moodKey, -1))
  for (let quarter = 0; quarter < quarters; quarter++) {
    const base = quarterWeight(minutes, sessionMinutes, quarter) * exponential(QUARTER_MOOD * normal(moodKey, quarter))
    clocks[quarter + 2] = (clocks[quarter + 1] as number) + base + jumpWeight(key, quarter)
  }
  const start = block.clocks[row] as number
  const unit = ((block.clocks[row + 1] as number) - start) / (clocks[quarters + 1] as number)
  for (let index = 0; index < clocks.length; index++) clocks[index] = start + unit * (clocks[index] as number)
  levels[0] = block.levels[row] as number
  levels[quarters + 1] = block.levels[row + 1] as number
  bridge(levels, clocks, quarters + 1, mix(key, BRIDGE_PLACE))
  return { key, shape, levels, clocks, unit }
}

/**
 * Writes a quarter's levels and clocks at its minute boundaries, from row 0 to the number of its minutes. A silent
 * minute has no weight.
 */
export function fillQuarter(
  { key, shape, levels: known, clocks: times, unit }: FactorDay,
  quarter: number,
  silent: number,
  levels: Float64Array,
  clocks: Float64Array,
): void {
  const minutes = Math.min(QUARTER_MIN, shape.minutes - quarter * QUARTER_MIN)
  const quarterKey = mix(mix(key, MINUTE_PLACE), quarter)
  const activityKey = mix(quarterKey, ACTIVITY_PLACE)
  const jump = jumpWeight(key, quarter)
  let total = 0
  for (let minute = 0; minute < minutes; minute++) {
    // Between a third and eleven times its usual weight, seldom high.
    if (minute !== silent) total += 0.15 + 0.22 / (fraction(activityKey, minute) + 0.02)
    clocks[minute + 1] = total
  }
  const start = times[quarter + 1] as number
  const end = times[quarter + 2] as number
  const jumpClock = jump * unit
  const scale = (end - start - jumpClock) / total
  const jumpAt = jump > 0 ? jumpMinute(key, quarter, minutes, silent) : minutes
  clocks[0] = start
  for (let minute = 1; minute <= minutes; minute++) {
    clocks[minute] = start + scale * (clocks[minute] as number) + (minute > jumpAt ? jumpClock : 0)
  }
  levels[0] = known[quarter + 1] as number
  levels[minutes] = known[quarter + 2] as number
  bridge(levels, clocks, minutes, mix(quarterKey, BRIDGE_PLACE))
}

/** Minutes of ordinary weight in a quarter: most at a session's open, more towards its close, least at midday. */
function quarterWeight(minutes: number, sessionMinutes: number, quarter: number): number {
  const first = quarter * QUARTER_MIN
  const length = Math.min(QUARTER_MIN, minutes - first)
  const place = ((first % sessionMinutes) + length / 2) / sessionMinutes
  const left = 1 - place
  const early = left * left * left * left
  const late = place * place * place * place
  return length * (0.7 + 1.8 * early * early + 0.6 * late)
}

function jumpWeight(key: number, quarter: number): number {
  return fraction(mix(key, JUMP_PLACE), quarter) < JUMP_CHANCE * QUARTER_MIN ? JUMP_MINUTES : 0
}

function jumpMinute(key: number, quarter: number, minutes: number, silent: number): number {
  const minute = (mix(mix(key, JUMP_PLACE), ~quarter) >>> 0) % minutes
  return minute === silent ? (minute + 1) % minutes : minute
}
