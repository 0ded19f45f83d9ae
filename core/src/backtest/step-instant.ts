import type { Bars } from '../bars.ts'
import type { Account, Slot } from './account.ts'
import { beginBar, exitAtMarket } from './begin-bar.ts'
import { closeStep } from './close-step.ts'
import { decideOrders } from './decide-orders.ts'
import { markPosition } from './mark-position.ts'
import { rollSession } from './roll-session.ts'

/** One symbol's bars and signals on their way through the clock. */
export type Series = {
  readonly slot: Slot
  readonly bars: Bars
  /** Signal bits per bar. */
  readonly signals: Uint8Array
  /** The next bar. */
  cursor: number
}

/**
 * The kernel's step: everything that happens at one instant, over all symbols that have a bar there. Fills come first,
 * for every symbol; then all are valued, so that daily limits see the whole account; only then does anyone decide.
 */
export function stepInstant(account: Account, series: readonly Series[], timeMs: number): void {
  for (const { slot, bars, cursor } of series) {
    if (bars.timeMs[cursor] !== timeMs) continue
    if (timeMs >= slot.sessionKnownUntilMs) rollSession(account, slot, timeMs)
    if (slot.side !== 0 || slot.wantedSide !== 0) beginBar(account, slot, bars, cursor)
  }
  for (const { slot, bars, cursor } of series) {
    if (slot.side !== 0 && bars.timeMs[cursor] === timeMs) valuePosition(account, slot, bars, cursor)
  }
  closeStep(account)
  for (const one of series) {
    const { bars, cursor } = one
    if (bars.timeMs[cursor] !== timeMs) continue
    const signal = one.signals[cursor]!
    if (signal !== 0) decideOrders(account, one.slot, signal, bars.closePaise[cursor]!, timeMs)
    one.cursor = cursor + 1
  }
}

/** Marks the position at the close; what is still open at a symbol's last bar is closed there. */
function valuePosition(account: Account, slot: Slot, bars: Bars, i: number): void {
  const pricePaise = bars.closePaise[i]!
  if (i + 1 < bars.timeMs.length) return markPosition(account, slot, pricePaise)
  exitAtMarket(account, slot, { pricePaise, atMs: bars.timeMs[i]!, reason: 'END_OF_DATA' })
}
