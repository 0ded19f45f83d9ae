import type { Exposure } from './prices/exposures.ts'
import { blockOf, firstDayOf, reachBlock } from './prices/factor.ts'

// A walk that never reverts goes anywhere in the end. A company splits its shares when they have become dear and
// consolidates them when they have become cheap, which keeps prices near the base and returns as they are.
const LOG_2 = 0.6931471805599453
/** Logarithm of 1.75; less than a factor of two, so that a split is not followed by a consolidation. */
const FAR = 0.5596157879354227

/** A change of the number of shares at the beginning of a day. */
export type ShareChange = { readonly day: number; readonly factor: number }

/** Shares on this day for one of 1970. */
export function sharesFactorOn(exposures: readonly Exposure[], day: number): number {
  let shares = 1
  for (const { factor } of shareChanges(exposures, day)) shares *= factor
  return shares
}

/** Looked at once every twelve weeks, on a Monday, up to and including this day. */
export function shareChanges(exposures: readonly Exposure[], untilDay: number): readonly ShareChange[] {
  const changes: ShareChange[] = []
  const last = blockOf(untilDay)
  for (const { factor } of exposures) reachBlock(factor, last)
  let doublings = 0
  for (let block = 1; block <= last; block++) {
    let level = 0
    for (const { factor, beta } of exposures) {
      level += beta * (factor.levels[block] as number) - ((beta * beta) / 2) * (factor.clocks[block] as number)
    }
    const before = doublings
    while (level - doublings * LOG_2 > FAR) doublings++
    while (level - doublings * LOG_2 < -FAR) doublings--
    if (doublings !== before) changes.push({ day: firstDayOf(block), factor: 2 ** (doublings - before) })
  }
  return changes
}
