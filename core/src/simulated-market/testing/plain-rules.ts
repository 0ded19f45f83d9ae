import type { Bars } from '../../bars.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../../strategies/signal.ts'
import { indiaDayNumber } from '../../time.ts'
import type { SimulatedSplit } from '../simulate-splits.ts'

// Rules beside the native strategies, each after something that the market's clock could give away. A rule writes
// signals; what it holds is closed every evening.

export type PlainRule = (bars: Bars, splits: readonly SimulatedSplit[]) => Uint8Array

/** Buys every open to sell every close. */
export const openToClose: PlainRule = ({ timeMs }) => new Uint8Array(timeMs.length).fill(ENTER_LONG)

const FOLLOWED_GAP = 0.0025

/** Goes all day with a gap over night. */
export const gapFollowing: PlainRule = ({ timeMs, openPaise, closePaise }, splits) => {
  const signals = new Uint8Array(timeMs.length)
  for (let row = 1; row < signals.length; row++) {
    const day = indiaDayNumber(timeMs[row] as number)
    if (indiaDayNumber(timeMs[row - 1] as number) === day || splits.some(({ exDay }) => exDay === day)) continue
    const gap = (openPaise[row] as number) / (closePaise[row - 1] as number) - 1
    if (Math.abs(gap) > FOLLOWED_GAP) signals[row] = gap > 0 ? ENTER_LONG : ENTER_SHORT
  }
  return signals
}

const VOLUME_MIN = 60
const SPIKE = 4
const SPIKE_HELD_MIN = 15

/** Goes for a quarter of an hour with the minute in which volume was a multiple of the last hour's. */
export const volumeSpike: PlainRule = ({ timeMs, openPaise, closePaise, volume }) => {
  const signals = new Uint8Array(timeMs.length)
  let lastHour = 0
  let exitAt = -1
  for (let row = 0; row < signals.length; row++) {
    const traded = volume[row] as number
    const move = (closePaise[row] as number) - (openPaise[row] as number)
    if (row >= exitAt && exitAt >= 0) {
      signals[row] = EXIT_LONG | EXIT_SHORT
      exitAt = -1
    } else if (exitAt < 0 && row >= VOLUME_MIN && traded > (SPIKE * lastHour) / VOLUME_MIN && move !== 0) {
      signals[row] = move > 0 ? ENTER_LONG : ENTER_SHORT
      exitAt = row + SPIKE_HELD_MIN
    }
    lastHour += traded - (row >= VOLUME_MIN ? (volume[row - VOLUME_MIN] as number) : 0)
  }
  return signals
}

const SHORT_MIN = 30
const LONG_MIN = 375

/** Long while prices are calm and short while they are wild, by the last half hour beside the last day. */
export const volatilityTimed: PlainRule = ({ closePaise }) => {
  const signals = new Uint8Array(closePaise.length)
  const sizes = new Float64Array(closePaise.length)
  let [short, long] = [0, 0]
  for (let row = 1; row < signals.length; row++) {
    sizes[row] = Math.abs((closePaise[row] as number) / (closePaise[row - 1] as number) - 1)
    short += sizes[row] as number
    long += sizes[row] as number
    if (row >= SHORT_MIN) short -= sizes[row - SHORT_MIN] as number
    if (row < LONG_MIN) continue
    long -= sizes[row - LONG_MIN] as number
    const ratio = short / SHORT_MIN / (long / LONG_MIN)
    if (ratio < 0.8) signals[row] = EXIT_SHORT | ENTER_LONG
    if (ratio > 1.25) signals[row] = EXIT_LONG | ENTER_SHORT
  }
  return signals
}
