import { bell, mix } from './chance.ts'
import type { TradingLeg } from './trading-leg.ts'

// Every segment of 45 minutes has its own character: trending, ranging or volatile.
const SEGMENT_MIN = 45
const TREND_PULL = 0.16
const RANGE_HOLD = 0.9
const CHARACTERS = [
  { drift: TREND_PULL, hold: 1, noise: 0.85 },
  { drift: 0, hold: RANGE_HOLD, noise: 0.75 },
  { drift: 0, hold: RANGE_HOLD, noise: 0.6 },
  { drift: 0, hold: 1, noise: 1 },
  { drift: TREND_PULL / 2, hold: 1, noise: 1 },
  { drift: 0, hold: 1, noise: 1.7 },
] as const

const NOISE_PLACE = 11
const CHARACTER_PLACE = 12

/**
 * Unrounded prices at the minute boundaries of a leg: `path[0]` is its open, `path[i + 1]` the end of minute i.
 * A random walk is drawn first and then tilted so that it ends at the leg's known close.
 */
export function minutePath(leg: TradingLeg): Float64Array {
  const { minutes, fromPrice, toPrice } = leg
  const path = new Float64Array(minutes + 1)
  const noiseKey = mix(leg.key, NOISE_PLACE)
  const characterKey = mix(leg.key, CHARACTER_PLACE)
  let walk = 0
  let anchor = 0
  let character: (typeof CHARACTERS)[number] = CHARACTERS[3]
  let direction = 1
  for (let minute = 0; minute < minutes; minute++) {
    if (minute % SEGMENT_MIN === 0) {
      const hash = mix(characterKey, minute / SEGMENT_MIN) >>> 0
      character = CHARACTERS[hash % CHARACTERS.length] ?? CHARACTERS[3]
      direction = hash >= 2_147_483_648 ? 1 : -1
      anchor = walk
    }
    const width = leg.minuteMove * livelinessAt((minute % leg.sessionMinutes) / leg.sessionMinutes)
    const shock = bell(noiseKey, minute) * character.noise + direction * character.drift
    walk = anchor + (walk - anchor) * character.hold + shock * width
    path[minute + 1] = walk
  }
  const tilt = (toPrice - fromPrice - walk) / minutes
  for (let minute = 0; minute <= minutes; minute++) {
    path[minute] = fromPrice + (path[minute] as number) + tilt * minute
  }
  return path
}

/** Size of a minute's move by position in the session (0 to 1): large at the open, small at midday. */
function livelinessAt(place: number): number {
  const left = 1 - place
  const early = left * left * left * left
  const late = place * place * place * place
  return 0.75 + 1.15 * early * early + 0.35 * late
}
