import { LIMIT_RENEWED_WITHIN_MS } from '../../../broker.ts'
import { limitUntilMs, type LiveOrder } from '../state/live-order.ts'
import { namedPrices } from '../state/named-prices.ts'

/** When an entry with a limit is over at the broker, unless it is renewed; null for every other order. */
export function limitEndMs(order: LiveOrder): number | null {
  if (order.purpose !== 'ENTRY' || namedPrices(order)?.limitPaise === undefined) return null
  return limitUntilMs(order) + LIMIT_RENEWED_WITHIN_MS
}
