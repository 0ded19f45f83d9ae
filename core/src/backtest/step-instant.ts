import type { Bars } from '../bars.ts'
import type { TradingAccount, Slot } from '../trading/trading-account.ts'
import { beginBar, exitAtMarket } from '../trading/begin-bar.ts'
import { closeStep } from '../trading/close-step.ts'
import { decideOrders } from '../trading/decide-orders.ts'
import { markPosition } from '../trading/mark-position.ts'
import type { Series } from './open-series.ts'
import { pricesOf } from '../trading/order-terms.ts'
import { rollSession } from '../trading/roll-session.ts'
import { rangeSlippagePaise } from '../fills/minute-room.ts'
import { decidesNextSession } from '../intervals/decision-minutes.ts'
import { barEndMs } from '../intervals/interval.ts'
import { MINUTE_MS } from '../time.ts'

/**
 * The kernel's step for one instant over all symbols with a bar: first all fills, then all marks, so that daily limits
 * see the whole account, and only then the decisions.
 */
export function stepInstant(account: TradingAccount, series: readonly Series[], timeMs: number): void {
  for (const one of series) {
    if (one.bars.timeMs[one.cursor] === timeMs) fillWaiting(account, one.slot, one.bars, one.cursor)
  }
  for (const one of series) {
    if (one.bars.timeMs[one.cursor] === timeMs) valuePosition(account, one.slot, one.bars, one.cursor)
  }
  closeStep(account)
  for (const one of series) {
    if (one.bars.timeMs[one.cursor] === timeMs) decideAtClose(account, one)
  }
}

/** The same step for a run with one symbol. */
export function stepAlone(account: TradingAccount, only: Series): void {
  fillWaiting(account, only.slot, only.bars, only.cursor)
  valuePosition(account, only.slot, only.bars, only.cursor)
  closeStep(account)
  decideAtClose(account, only)
}

function fillWaiting(account: TradingAccount, slot: Slot, bars: Bars, i: number): void {
  const timeMs = bars.timeMs[i]!
  if (timeMs >= slot.sessionKnownUntilMs) {
    const before = account.rules.sessionNumberAt(bars.timeMs[i - 1] ?? timeMs)
    if (account.rules.sessionNumberAt(timeMs) !== before) slot.previousClosePaise = bars.closePaise[i - 1]!
    rollSession(account, slot, timeMs)
  }
  if (slot.side !== 0 || slot.pendingSide !== 0) beginBar(account, slot, bars, i)
}

/** Marks the position at the close; a position open at the symbol's last bar is closed there. */
function valuePosition(account: TradingAccount, slot: Slot, bars: Bars, i: number): void {
  if (slot.side === 0) return
  const pricePaise = bars.closePaise[i]!
  if (i + 1 < bars.timeMs.length) return markPosition(account, slot, pricePaise)
  const slippagePaise = rangeSlippagePaise(account.rules.fillModel, bars.highPaise[i]!, bars.lowPaise[i]!)
  exitAtMarket(account, slot, { pricePaise, atMs: bars.timeMs[i]!, reason: 'END_OF_DATA' }, slippagePaise)
}

function decideAtClose(account: TradingAccount, one: Series): void {
  const { bars, cursor } = one
  const signal = one.signals[cursor]!
  if (signal !== 0) {
    const named = one.sizes?.get(cursor)
    const timeMs = bars.timeMs[cursor]!
    const closedAtMs = closeOfBarMs(one, cursor)
    const order = named && { size: named.quantity ?? null, prices: pricesOf(named), part: named.part ?? null }
    decideOrders(account, one.slot, { signal, closePaise: bars.closePaise[cursor]!, timeMs, closedAtMs, ...order })
  }
  one.cursor = cursor + 1
}

/** End of the bar that this minute completes; a script may also decide at a minute within a bar. */
function closeOfBarMs({ slot, bars, interval }: Series, i: number): number {
  const minuteEndMs = bars.timeMs[i]! + MINUTE_MS
  if (interval === '1m' || decidesNextSession(interval) || slot.session === null) return minuteEndMs
  const endMs = barEndMs(slot.session, interval, bars.timeMs[i]!)
  return (bars.timeMs[i + 1] ?? Infinity) >= endMs ? endMs : minuteEndMs
}
