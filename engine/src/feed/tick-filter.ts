import type { Paise } from '@trading-bot/core/units'
import type { Tick } from '../ports.ts'
import { isNewer } from './bar-builder.ts'

export type TickFilter = {
  /**
   * The ticks that a new tick proves right, oldest first: itself alone as a rule, with those held back before it once
   * they confirm each other. HELD_BACK if it is far from the last price and still alone, INSANE if it is impossible.
   */
  readonly take: (tick: Tick, lastPaise: Paise | null) => readonly Tick[] | 'HELD_BACK' | 'INSANE'
}

// No NSE stock may move more than its 20 % price band in a day; within a session the last price is a tighter reference.
const BAND = 0.2
// Ticks of one level lie this close together.
const AGREEMENT = 0.02
const CONFIRMED_BY_TICKS = 3
const CONFIRMED_AFTER_MS = 2_000

/**
 * Holds back a price far from the last one, so that a single wild tick never triggers a stop, and accepts it as a new
 * level when three ticks or two seconds confirm it, as after a halt or a previous close that a split made wrong.
 */
export function tickFilter(): TickFilter {
  let held: Tick[] = []
  return {
    take(tick, lastPaise) {
      if (!isPossible(tick)) return 'INSANE'
      const [first] = held
      if (isNear(tick, lastPaise ?? tick.previousClosePaise, BAND)) {
        // The old level goes on, so the far ticks were wrong; a tick from before them says nothing.
        if (first && !isNewer(first, tick)) held = []
        return [tick]
      }
      const isAgreeing = first !== undefined && isNear(tick, first.pricePaise, AGREEMENT)
      if (!isAgreeing) held = [tick]
      else if (isNewer(tick, held.at(-1) ?? first)) held.push(tick)
      const spanMs = tick.atMs - (held[0] ?? tick).atMs
      if (held.length < CONFIRMED_BY_TICKS && spanMs < CONFIRMED_AFTER_MS) return 'HELD_BACK'
      const confirmed = held
      held = []
      return confirmed
    },
  }
}

/** False for zero, a fraction of a paisa, or fields that are no numbers. */
function isPossible({ pricePaise, atMs, sequence, dayVolume }: Tick): boolean {
  const isPrice = Number.isSafeInteger(pricePaise) && pricePaise > 0 && pricePaise <= 2_147_483_647
  return isPrice && Number.isSafeInteger(atMs) && Number.isSafeInteger(sequence) && dayVolume >= 0
}

function isNear({ pricePaise }: Tick, referencePaise: Paise, share: number): boolean {
  return referencePaise <= 0 || Math.abs(pricePaise - referencePaise) <= referencePaise * share
}
