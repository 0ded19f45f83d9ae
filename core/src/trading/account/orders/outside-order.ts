import type { Fill } from '../../../fill.ts'
import type { LiveOrder } from '../state/live-order.ts'
import type { LivePosition } from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { newOrder } from './new-order.ts'

/** An order that was never sent, for shares that leave without us; a released one was never the bot's. */
export function outsideOrder(
  account: ManagedAccount,
  position: LivePosition,
  fills: readonly Fill[],
  kind: 'outside' | 'released' = 'outside',
): LiveOrder {
  const nowMs = account.context.nowMs
  const order = newOrder(account, {
    position,
    side: position.direction === 1 ? 'SELL' : 'BUY',
    quantity: fills.reduce((sum, { quantity }) => sum + quantity, 0),
    purpose: 'OUTSIDE',
    reason: 'OUTSIDE',
    decidedAtMs: nowMs,
    pricePaise: fills[0]!.pricePaise,
  })
  // Nothing is ever sent for it, so its broker id is one that no broker gives.
  return Object.assign(order, {
    state: 'ACKNOWLEDGED',
    brokerOrderId: `${kind}-${order.clientId}`,
    fills,
    sentAtMs: nowMs,
    acknowledgedAtMs: nowMs,
  } as const)
}
