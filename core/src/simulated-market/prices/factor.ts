import { bridge } from '../../random/brownian-bridge.ts'
import { mix, normal } from '../../random/chance.ts'
import type { VarianceClock } from './variance-clock.ts'

// Twelve weeks, Monday to Sunday; the first block contains 1970-01-01.
export const BLOCK_DAYS = 84
const FIRST_DAY = -80
// A week has the variance of five trading days.
const BLOCK_VARIANCE = (BLOCK_DAYS / 7) * 5

const LEVEL_PLACE = 2
const BRIDGE_PLACE = 5

/** Levels and clock at the boundaries of a block's days; row 0 is the block's beginning. */
export type FactorBlock = { readonly levels: Float64Array; readonly clocks: Float64Array }

/**
 * One source of price moves (the market, a sector, a company): a Brownian motion on its own clock, with a variance of
 * one per trading day on average. The clock comes from other hashes than the motion and knows nothing of it.
 */
export type Factor = {
  readonly key: number
  /** The market's key, where this is another factor: volatility comes with the market's. */
  readonly marketKey: number | null
  readonly clock: VarianceClock
  /** Clock and level at the beginning of every block so far asked for: a walk that never reverts. */
  readonly clocks: number[]
  readonly levels: number[]
  /** The block used last and the one before, by number. */
  readonly blocks: Map<number, FactorBlock>
}

// Computed again when forgotten; a factor takes about seven kilobytes.
const MOST_FACTORS = 8_192
const factors = new Map<number, Factor>()

export function factorOf(key: number, marketKey: number | null, clock: VarianceClock): Factor {
  const known = factors.get(key)
  if (known) return known
  if (factors.size >= MOST_FACTORS) factors.clear()
  const factor = { key, marketKey, clock, clocks: [0], levels: [0], blocks: new Map() }
  factors.set(key, factor)
  return factor
}

export function blockOf(day: number): number {
  return Math.floor((day - FIRST_DAY) / BLOCK_DAYS)
}

export function firstDayOf(block: number): number {
  return block * BLOCK_DAYS + FIRST_DAY
}

/** Makes the clock and the level known at the beginning of a block. */
export function reachBlock({ key, marketKey, clock, clocks, levels }: Factor, block: number): void {
  const keys = { own: key, market: marketKey }
  for (let number = clocks.length - 1; number < block; number++) {
    const variance = BLOCK_VARIANCE * clock.weighBlock(keys, number)
    clocks.push((clocks[number] as number) + variance)
    levels.push((levels[number] as number) + Math.sqrt(variance) * normal(mix(key, LEVEL_PLACE), number))
  }
}

/** The days of a block; day `d` lies between rows `d - firstDayOf(block)` and the next. */
export function factorBlock(factor: Factor, block: number): FactorBlock {
  const known = factor.blocks.get(block)
  if (known) return known
  reachBlock(factor, block + 1)
  const found = makeBlock(factor, block)
  for (const number of factor.blocks.keys()) if (factor.blocks.size > 1) factor.blocks.delete(number)
  factor.blocks.set(block, found)
  return found
}

function makeBlock(factor: Factor, block: number): FactorBlock {
  const { key, marketKey, clock, clocks: anchors, levels: anchorLevels } = factor
  const weights = new Float64Array(BLOCK_DAYS)
  const clocks = new Float64Array(BLOCK_DAYS + 1)
  const levels = new Float64Array(BLOCK_DAYS + 1)
  clock.weighDays({ own: key, market: marketKey }, firstDayOf(block), weights)
  for (let row = 0; row < BLOCK_DAYS; row++) clocks[row + 1] = (clocks[row] as number) + (weights[row] as number)
  const start = anchors[block] as number
  const scale = ((anchors[block + 1] as number) - start) / (clocks[BLOCK_DAYS] as number)
  for (let row = 0; row <= BLOCK_DAYS; row++) clocks[row] = start + scale * (clocks[row] as number)
  levels[0] = anchorLevels[block] as number
  levels[BLOCK_DAYS] = anchorLevels[block + 1] as number
  bridge(levels, clocks, BLOCK_DAYS, mix(mix(key, BRIDGE_PLACE), block))
  return { levels, clocks }
}
