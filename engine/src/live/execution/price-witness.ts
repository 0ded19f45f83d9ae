// One wild print must not close a position. A price further from the last accepted one than the instrument moves is
// held back until it has a second witness: another tick of its level, or a quote. The stop that rests at the exchange
// needs none. A print that nobody confirms is never acted on, however long it stands.

import { MINUTE_MS } from '@trading-bot/core/time'
import type { Paise, Token } from '@trading-bot/core/units'

/** What has been accepted of one instrument's prices. */
type Accepted = {
  lastPaise: Paise
  atMs: number
  minute: number
  highPaise: Paise
  lowPaise: Paise
  /** High less low of the last minutes with trades, oldest first. */
  readonly ranges: number[]
  doubtedPaise: Paise | null
}

export type PriceWitness = {
  /**
   * True if the price may be acted on; false while it waits for a second witness. The first price of an instrument that
   * is held waits too: there is nothing to measure it by.
   */
  readonly see: (token: Token, pricePaise: Paise, atMs: number, isHeld?: boolean) => boolean
  /** A quote: the broker's own word, which also settles a doubted print. */
  readonly accept: (token: Token, pricePaise: Paise, atMs: number) => void
  readonly isDoubting: (token: Token) => boolean
  /** -Infinity before the first price. */
  readonly acceptedAtMs: (token: Token) => number
}

const SMALLEST_SHARE = 0.01
const RANGES = 6
const MINUTES = 20

export function priceWitness(): PriceWitness {
  const known = new Map<Token, Accepted>()
  const firsts = new Map<Token, Paise>()
  const accept = (token: Token, pricePaise: Paise, atMs: number): void => {
    const accepted = known.get(token)
    if (accepted) return addPrice(accepted, pricePaise, atMs)
    const minute = Math.floor(atMs / MINUTE_MS)
    const first = { lastPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise }
    known.set(token, { ...first, atMs, minute, ranges: [], doubtedPaise: null })
  }
  return {
    accept,
    isDoubting: (token) => (known.get(token)?.doubtedPaise ?? null) !== null,
    acceptedAtMs: (token) => known.get(token)?.atMs ?? -Infinity,
    see(token, pricePaise, atMs, isHeld = false) {
      const accepted = known.get(token)
      const firstPaise = firsts.get(token)
      if (!accepted && isHeld && (firstPaise === undefined || !isSameLevel(pricePaise, firstPaise))) {
        firsts.set(token, pricePaise)
        return false
      }
      if (accepted && isFar(accepted, pricePaise, atMs)) {
        const { doubtedPaise } = accepted
        const isSecond = doubtedPaise !== null && isSameLevel(pricePaise, doubtedPaise)
        accepted.doubtedPaise = pricePaise
        if (!isSecond) return false
      }
      accept(token, pricePaise, atMs)
      return true
    },
  }
}

function isSameLevel(pricePaise: Paise, otherPaise: Paise): boolean {
  return Math.abs(pricePaise - otherPaise) <= otherPaise * SMALLEST_SHARE
}

function isFar(accepted: Accepted, pricePaise: Paise, atMs: number): boolean {
  const { lastPaise, ranges } = accepted
  const distancePaise = Math.abs(pricePaise - lastPaise)
  if (distancePaise <= lastPaise * SMALLEST_SHARE) return false
  const meanPaise = ranges.length === 0 ? 0 : ranges.reduce((sum, range) => sum + range, 0) / ranges.length
  const minutes = Math.max(0, atMs - accepted.atMs) / MINUTE_MS
  return distancePaise > RANGES * meanPaise * Math.sqrt(minutes)
}

function addPrice(accepted: Accepted, pricePaise: Paise, atMs: number): void {
  const minute = Math.floor(atMs / MINUTE_MS)
  if (minute > accepted.minute) {
    accepted.ranges.push(accepted.highPaise - accepted.lowPaise)
    if (accepted.ranges.length > MINUTES) accepted.ranges.shift()
    Object.assign(accepted, { minute, highPaise: pricePaise, lowPaise: pricePaise })
  } else {
    accepted.highPaise = Math.max(accepted.highPaise, pricePaise)
    accepted.lowPaise = Math.min(accepted.lowPaise, pricePaise)
  }
  accepted.lastPaise = pricePaise
  accepted.atMs = atMs
  accepted.doubtedPaise = null
}
