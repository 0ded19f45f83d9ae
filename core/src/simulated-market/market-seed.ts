import { mix } from '../random/chance.ts'
import { FIRST_CLOCK } from './prices/first-clock.ts'
import { SECOND_CLOCK } from './prices/second-clock.ts'
import type { VarianceClock } from './prices/variance-clock.ts'

/**
 * What a simulated market grows from. A release may bring another generator of prices, but the prices of a market that
 * has begun must never change: the generator's version is part of the seed. The first one where it is not named.
 */
export type MarketSeed = { readonly seed: number; readonly generator?: GeneratorVersion }

export type GeneratorVersion = keyof typeof CLOCKS

const CLOCKS = { 1: FIRST_CLOCK, 2: SECOND_CLOCK } as const satisfies Record<number, VarianceClock>

const GENERATOR_PLACE = 60

export function clockOf({ generator = 1 }: MarketSeed): VarianceClock {
  return CLOCKS[generator]
}

/** The key that all hashes of the market derive from; two generators have nothing in common. */
export function rootOf({ seed, generator = 1 }: MarketSeed): number {
  return generator === 1 ? seed : mix(seed, GENERATOR_PLACE + generator)
}
