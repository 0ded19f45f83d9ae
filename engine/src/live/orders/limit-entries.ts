// An entry with a limit holds for the minute after its decision. It waits at the broker; the strategy may renew it at the
// next bar close, give another order in its place, or let it end.

import { MINUTE_MS } from '@trading-bot/core/time'
import { entryDenial } from '@trading-bot/core/trading/decide-orders'
import type { Slot } from '@trading-bot/core/trading/trading-account'
import { type ManagedAccount, ownPositions, slotOf } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import { cancelEntry } from '../positions/cancel-entry.ts'
import { isEntering } from '../positions/live-position.ts'
import { LIMIT_RENEWED_WITHIN_MS } from '../../ports.ts'
import type { Decision } from '../strategies/strategy-runner.ts'
import { isEnded, type LiveOrder } from './live-order.ts'
import { namedPrices } from './named-prices.ts'

/** Only a new order is checked by the store: the switches, the plan and pauses that begin by the clock. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS

/** What makes an entry another one: a restart knows the order's own, so that it cannot be changed in place. */
const TERMS = ['quantity', 'limitPaise', 'stopPaise', 'targetPaise'] as const

/** When an entry with a limit is over, if nobody has renewed it; null for every other order. */
export function limitEndMs(account: ManagedAccount, order: LiveOrder): number | null {
  if (order.purpose !== 'ENTRY' || namedPrices(order)?.limitPaise === undefined) return null
  const untilMs = slotOf(account, order.token)?.wantedPrices?.limitUntilMs ?? order.decidedAtMs
  return untilMs + LIMIT_RENEWED_WITHIN_MS
}

type Renewal = {
  readonly decision: Decision
  readonly side: 1 | -1
  /** Start and end of the minute at whose close it is decided. */
  readonly timeMs: number
  readonly closedAtMs: number
  /** Decides once more, when what waits has ended without a fill. */
  readonly again: () => void
}

/** A new entry where one with a limit still waits: the same one goes on, another one takes its place. */
export function meetWaitingEntry(
  engine: LiveEngine,
  account: ManagedAccount,
  slot: Slot,
  { decision, side, timeMs, closedAtMs, again }: Renewal,
): void {
  const { core } = account
  const waiting = slot.wantedPrices
  if (slot.wantedSide === 0 || waiting?.limitPaise === undefined) return
  // It has been counted already.
  if (entryDenial(core, slot, { timeMs, closedAtMs }, core.entriesToday - 1) !== null) return
  const { token } = slot.instrument
  const own = ownPositions(account, token)
  const order = own.flatMap(({ orders }) => orders).find((each) => each.purpose === 'ENTRY' && !isEnded(each))
  const isSame = slot.wantedSide === side && (!order || namesTheSame(order, decision))
  const mayGoOn = !order || (order.state !== 'CANCELLING' && closedAtMs - order.decidedAtMs < LONGEST_WAIT_MS)
  if (isSame && mayGoOn) {
    slot.wantedPrices = { ...waiting, limitUntilMs: closedAtMs + MINUTE_MS }
    return
  }
  account.replacing.set(token, again)
  for (const position of own) if (isEntering(position)) cancelEntry(engine, account, position)
}

function namesTheSame({ inputs }: LiveOrder, decision: Decision): boolean {
  return TERMS.every((name) => inputs[name] === decision.inputs[name])
}
