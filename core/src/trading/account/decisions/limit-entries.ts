// An entry with a limit holds for the minute after its decision. It waits at the broker; the strategy may renew it at the
// next bar close, give another order in its place, or let it end.

import { ENTER_LONG, ENTER_SHORT } from '../../../strategies/signal.ts'
import { MINUTE_MS } from '../../../time.ts'
import { entryDenial } from '../../decide-orders.ts'
import type { Slot } from '../../trading-account.ts'
import { cancelEntry } from '../orders/cancel-entry.ts'
import type { BarDecision } from '../state/bar-decision.ts'
import { foldSlot } from '../state/fold-slot.ts'
import { isEnded, type LiveOrder } from '../state/live-order.ts'
import { type ManagedAccount, ownPositions } from '../state/managed-account.ts'

/** Only a new order is checked by the store: the switches, the plan and pauses that begin by the clock. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS

/** What makes an entry another one: a restart knows the order's own, so that it cannot be changed in place. */
const TERMS = ['quantity', 'limitPaise', 'stopPaise', 'targetPaise'] as const

/** A new entry where one with a limit still waits: the same one goes on, another one takes its place. */
export function meetWaitingEntry(account: ManagedAccount, slot: Slot, decision: BarDecision): void {
  const { core } = account
  const side = (decision.signal & ENTER_LONG) !== 0 ? 1 : (decision.signal & ENTER_SHORT) !== 0 ? -1 : null
  if (side === null || slot.pendingSide === 0 || slot.pendingPrices?.limitPaise === undefined) return
  const { startMs: timeMs } = decision
  const closedAtMs = timeMs + MINUTE_MS
  // It has been counted already.
  if (entryDenial(core, slot, { timeMs, closedAtMs }, core.entriesToday - 1) !== null) return
  for (const position of ownPositions(account, slot.instrument.token)) {
    const waiting = position.orders.find((order) => order.purpose === 'ENTRY' && (!isEnded(order) || order.isToRetry))
    if (!waiting) continue
    const isSame = slot.pendingSide === side && namesTheSame(waiting, decision)
    const mayGoOn = waiting.state !== 'CANCELLING' && closedAtMs - waiting.decidedAtMs < LONGEST_WAIT_MS
    if (isSame && mayGoOn) waiting.renewedUntilMs = closedAtMs + MINUTE_MS
    else {
      position.replacement = decision
      cancelEntry(account, position)
    }
  }
  foldSlot(account, slot.instrument.token)
}

function namesTheSame({ inputs }: LiveOrder, decision: BarDecision): boolean {
  return TERMS.every((name) => inputs[name] === decision.inputs[name])
}
