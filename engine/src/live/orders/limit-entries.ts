// An entry with a limit holds for the minute after its decision. It waits at the broker; the strategy may renew it at the
// next bar close, give another order in its place, or let it end.

import type { EntryPrices } from '@trading-bot/core/trading/order-terms'
import type { Slot } from '@trading-bot/core/trading/trading-account'
import { type ManagedAccount, slotOf } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import { cancelEntry } from '../positions/cancel-entry.ts'
import { isEntering } from '../positions/live-position.ts'
import { LIMIT_RENEWED_WITHIN_MS } from '../../ports.ts'
import type { LiveOrder } from './live-order.ts'
import { namedPrices } from './named-prices.ts'

/** When an entry with a limit is over, if nobody has renewed it; null for every other order. */
export function limitEndMs(account: ManagedAccount, order: LiveOrder): number | null {
  if (order.purpose !== 'ENTRY' || namedPrices(order)?.limitPaise === undefined) return null
  const untilMs = slotOf(account, order.token)?.wantedPrices?.limitUntilMs ?? order.decidedAtMs
  return untilMs + LIMIT_RENEWED_WITHIN_MS
}

type Renewal = {
  readonly side: 1 | -1
  readonly prices: EntryPrices | null
  readonly untilMs: number
  /** Decides once more, when what waits has ended without a fill. */
  readonly again: () => void
}

/** A new entry where one with a limit still waits: the same one goes on, another one takes its place. */
export function meetWaitingEntry(
  engine: LiveEngine,
  account: ManagedAccount,
  slot: Slot,
  { side, prices, untilMs, again }: Renewal,
): void {
  const waiting = slot.wantedPrices
  if (slot.wantedSide === 0 || waiting?.limitPaise === undefined) return
  if (slot.wantedSide === side && prices?.limitPaise === waiting.limitPaise) {
    slot.wantedPrices = { ...waiting, limitUntilMs: untilMs }
    return
  }
  account.replacing.set(slot.instrument.token, again)
  for (const position of account.positions.values())
    if (position.token === slot.instrument.token && isEntering(position)) cancelEntry(engine, account, position)
}
