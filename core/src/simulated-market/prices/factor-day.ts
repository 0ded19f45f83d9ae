import { bridge } from '../../random/brownian-bridge.ts'
import { fraction, mix } from '../../random/chance.ts'
import { type DayShape, QUARTER_MIN, quarterLength } from './day-shape.ts'
import { blockOf, type Factor, factorBlock, firstDayOf } from './factor.ts'
import type { VarianceClock } from './variance-clock.ts'

const SPAN_PLACE = 6
const JUMP_PLACE = 8
const MINUTE_PLACE = 9
const ACTIVITY_PLACE = 10
const BRIDGE_PLACE = 11

/** A factor at the boundaries of a day's quarters: row 0 before the night, row 1 at the open. */
export type FactorDay = {
  readonly key: number
  readonly clock: VarianceClock
  readonly shape: DayShape
  readonly levels: Float64Array
  readonly clocks: Float64Array
  /** Clock per minute of ordinary weight. */
  readonly unit: number
}

export function factorDay(factor: Factor, shape: DayShape): FactorDay {
  const { clock } = factor
  const { day, minutes, hasNight } = shape
  const block = factorBlock(factor, blockOf(day))
  const row = day - firstDayOf(blockOf(day))
  const dayKey = (of: number) => mix(mix(of, SPAN_PLACE), hasNight ? day : ~day)
  const key = dayKey(factor.key)
  const quarters = Math.ceil(minutes / QUARTER_MIN)
  const weights = new Float64Array(quarters + 1)
  const clocks = new Float64Array(quarters + 2)
  const levels = new Float64Array(quarters + 2)
  const market = factor.marketKey === null ? null : dayKey(factor.marketKey)
  clock.weighQuarters({ own: key, market }, shape, weights)
  clocks[1] = weights[0] as number
  for (let quarter = 0; quarter < quarters; quarter++) {
    const usual = weights[quarter + 1] as number
    clocks[quarter + 2] = (clocks[quarter + 1] as number) + usual + jumpWeight(clock, key, quarter)
  }
  const start = block.clocks[row] as number
  const unit = ((block.clocks[row + 1] as number) - start) / (clocks[quarters + 1] as number)
  for (let index = 0; index < clocks.length; index++) clocks[index] = start + unit * (clocks[index] as number)
  levels[0] = block.levels[row] as number
  levels[quarters + 1] = block.levels[row + 1] as number
  bridge(levels, clocks, quarters + 1, mix(key, BRIDGE_PLACE))
  return { key, clock, shape, levels, clocks, unit }
}

/**
 * Writes a quarter's levels and clocks at its minute boundaries, from row 0 to the number of its minutes. A silent
 * minute has no weight.
 */
export function fillQuarter(
  { key, clock, shape, levels: known, clocks: times, unit }: FactorDay,
  quarter: number,
  silent: number,
  levels: Float64Array,
  clocks: Float64Array,
): void {
  const minutes = quarterLength(shape, quarter)
  const quarterKey = mix(mix(key, MINUTE_PLACE), quarter)
  const jump = jumpWeight(clock, key, quarter)
  clock.weighMinutes(mix(quarterKey, ACTIVITY_PLACE), minutes, silent, clocks)
  const start = times[quarter + 1] as number
  const end = times[quarter + 2] as number
  const jumpClock = jump * unit
  const scale = (end - start - jumpClock) / (clocks[minutes] as number)
  const jumpAt = jump > 0 ? jumpMinute(key, quarter, minutes, silent) : minutes
  clocks[0] = start
  for (let minute = 1; minute <= minutes; minute++) {
    clocks[minute] = start + scale * (clocks[minute] as number) + (minute > jumpAt ? jumpClock : 0)
  }
  levels[0] = known[quarter + 1] as number
  levels[minutes] = known[quarter + 2] as number
  bridge(levels, clocks, minutes, mix(quarterKey, BRIDGE_PLACE))
}

function jumpWeight({ jumpMinutes, jumpChance }: VarianceClock, key: number, quarter: number): number {
  return fraction(mix(key, JUMP_PLACE), quarter) < jumpChance * QUARTER_MIN ? jumpMinutes : 0
}

function jumpMinute(key: number, quarter: number, minutes: number, silent: number): number {
  const minute = (mix(mix(key, JUMP_PLACE), ~quarter) >>> 0) % minutes
  return minute === silent ? (minute + 1) % minutes : minute
}
