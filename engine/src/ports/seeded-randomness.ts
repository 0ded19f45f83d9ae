import { mix } from '@trading-bot/core/random/chance'
import { type Randomness, randomnessFrom } from './randomness.ts'

const TWO_32 = 4_294_967_296
const STREAM_PLACE = 77

/** The same seed gives the same numbers on every machine; simulations and the simulated exchange use it. */
export function seededRandomness(seed: number): Randomness {
  const key = mix(seed, STREAM_PLACE)
  let place = 0
  return randomnessFrom(() => (mix(key, place++) >>> 0) / TWO_32)
}
