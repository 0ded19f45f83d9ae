import { exponential } from './exponential.ts'

const STEPS = 4_096
// Fine enough for ten exact digits: the density is integrated by Simpson's rule.
const WIDTH = 1 / 2_048
const ROOT_TWO_PI = 2.5066282746310002

/**
 * The standard normal at 4,096 equally likely places: symmetric, with a variance of exactly one. Made by arithmetic
 * alone, because Math.log may differ in the last bit between JavaScript engines.
 */
export const STANDARD_NORMAL: Float64Array = standardNormal()

function standardNormal(): Float64Array {
  const values = new Float64Array(STEPS)
  let place = 0
  let below = 0.5
  let squares = 0
  for (let index = STEPS / 2; index < STEPS; index++) {
    const wanted = (index + 0.5) / STEPS
    let next = below + mass(place)
    while (next < wanted) {
      place += WIDTH
      below = next
      next = below + mass(place)
    }
    const value = place + (WIDTH * (wanted - below)) / (next - below)
    values[index] = value
    values[STEPS - 1 - index] = -value
    squares += 2 * value * value
  }
  const scale = Math.sqrt(STEPS / squares)
  return values.map((value) => value * scale)
}

/** Probability between a place and the next one. */
function mass(place: number): number {
  return (WIDTH / 6) * (density(place) + 4 * density(place + WIDTH / 2) + density(place + WIDTH))
}

function density(place: number): number {
  return exponential((-place * place) / 2) / ROOT_TWO_PI
}
