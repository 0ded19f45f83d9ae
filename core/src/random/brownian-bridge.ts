import { mix } from './chance.ts'
import { STANDARD_NORMAL } from './standard-normal.ts'

// The value of a Brownian motion at a place, given two places around it, is normal around the line between them in clock
// time. A path is filled from its ends inwards, each place in the middle of two known ones: whatever the order, the
// increments are independent, so that no part of a path says anything about the next. One hash makes two normals.

/** The places between row 0 and row `steps`, in the order in which they are filled, and their known neighbours. */
type BridgeOrder = { readonly lows: Uint16Array; readonly middles: Uint16Array; readonly highs: Uint16Array }

const orders = new Map<number, BridgeOrder>()

function bridgeOrder(steps: number): BridgeOrder {
  const known = orders.get(steps)
  if (known) return known
  const places: (readonly [low: number, middle: number, high: number])[] = []
  const halve = (low: number, high: number) => {
    if (high - low < 2) return
    const middle = (low + high) >> 1
    places.push([low, middle, high])
    halve(low, middle)
    halve(middle, high)
  }
  halve(0, steps)
  const order = {
    lows: Uint16Array.from(places, ([low]) => low),
    middles: Uint16Array.from(places, ([, middle]) => middle),
    highs: Uint16Array.from(places, ([, , high]) => high),
  }
  orders.set(steps, order)
  return order
}

/** Fills the levels between row 0 and row `steps`. Where the clock stands still, so does the level. */
export function bridge(levels: Float64Array, clocks: Float64Array, steps: number, key: number): void {
  const { lows, middles, highs } = bridgeOrder(steps)
  let hash = 0
  for (let index = 0; index < middles.length; index++) {
    hash = (index & 1) === 0 ? mix(key, index) : hash << 12
    const low = lows[index] as number
    const middle = middles[index] as number
    const high = highs[index] as number
    const left = (clocks[middle] as number) - (clocks[low] as number)
    const right = (clocks[high] as number) - (clocks[middle] as number)
    const whole = left + right
    const share = whole > 0 ? left / whole : 0
    const from = levels[low] as number
    levels[middle] =
      from +
      ((levels[high] as number) - from) * share +
      Math.sqrt(share * right) * (STANDARD_NORMAL[hash >>> 20] as number)
  }
}

/** Levels of a path from row 0 to `steps`, with the extremes of all but the first. */
export type PathLevels = { readonly at: Float64Array; highest: number; lowest: number }

/**
 * Fills the levels between row 0 and row `steps` where the clock is even and the variance between the ends known. A free
 * walk whose distance from the known end is spread over its steps has the law of the same bridge, and takes one square
 * root instead of one per step.
 */
export function evenBridge(levels: PathLevels, steps: number, variance: number, key: number): void {
  const { at } = levels
  const from = at[0] as number
  const to = at[steps] as number
  let hash = 0
  let walk = 0
  for (let step = 1; step <= steps; step++) {
    hash = (step & 1) === 1 ? mix(key, step) : hash << 12
    walk += STANDARD_NORMAL[hash >>> 20] as number
    at[step] = walk
  }
  const deviation = Math.sqrt(variance / steps)
  const rest = (to - from - deviation * walk) / steps
  let highest = to
  let lowest = to
  for (let step = 1; step < steps; step++) {
    const level = from + deviation * (at[step] as number) + rest * step
    at[step] = level
    if (level > highest) highest = level
    if (level < lowest) lowest = level
  }
  at[steps] = to
  levels.highest = highest
  levels.lowest = lowest
}
