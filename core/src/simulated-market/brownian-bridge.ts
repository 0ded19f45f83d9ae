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

/** A bridge over equal parts of the clock, whose square roots are drawn once for all. */
export type EvenBridge = BridgeOrder & {
  readonly steps: number
  readonly shares: Float64Array
  /** Deviation at each place for a variance of one between the ends. */
  readonly deviations: Float64Array
}

export function evenBridge(steps: number): EvenBridge {
  const order = bridgeOrder(steps)
  const { lows, middles, highs } = order
  const shares = Float64Array.from(middles, (middle, index) => {
    const low = lows[index] as number
    return (middle - low) / ((highs[index] as number) - low)
  })
  const deviations = Float64Array.from(middles, (middle, index) =>
    Math.sqrt(((shares[index] as number) * ((highs[index] as number) - middle)) / steps),
  )
  return { ...order, steps, shares, deviations }
}

/** Levels at the places of an even bridge, ends included, with the extremes of all but the first. */
export type EvenLevels = { readonly at: Float64Array; highest: number; lowest: number }

/** Fills the levels between the ends, the path having this deviation from one to the other. */
export function fillEvenBridge(plan: EvenBridge, levels: EvenLevels, deviation: number, key: number): void {
  const { steps, lows, middles, highs, shares, deviations } = plan
  const { at } = levels
  let highest = at[steps] as number
  let lowest = highest
  let hash = 0
  for (let index = 0; index < middles.length; index++) {
    hash = (index & 1) === 0 ? mix(key, index) : hash << 12
    const from = at[lows[index] as number] as number
    const level =
      from +
      ((at[highs[index] as number] as number) - from) * (shares[index] as number) +
      deviation * (deviations[index] as number) * (STANDARD_NORMAL[hash >>> 20] as number)
    at[middles[index] as number] = level
    if (level > highest) highest = level
    if (level < lowest) lowest = level
  }
  levels.highest = highest
  levels.lowest = lowest
}
