import { MINUTE_MS } from '../../../time.ts'
import type { BotInstance } from './bot-instance.ts'
import { isLost } from './live-order.ts'
import type { LivePosition } from './live-position.ts'

/** No order that a broker places late comes later than this. */
export const LATE_ORDER_MS = 5 * MINUTE_MS

/**
 * Whether an order of a closed position may still turn up at the broker: one that was lost, or one whose answer and tag
 * were lost, so that it has taken the like order of somebody else for its own. Which these are is not stored, so that for
 * a while it is any (books/claim-strays.ts).
 */
export function mayAppear({ mode }: Pick<BotInstance, 'mode'>, position: LivePosition, nowMs: number): boolean {
  const { closedAtMs, orders } = position
  if (closedAtMs === null) return false
  return orders.some(isLost) || (mode === 'LIVE' && closedAtMs > nowMs - LATE_ORDER_MS)
}
