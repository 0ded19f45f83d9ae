import type { BrokerFill, BrokerOrder } from '../../../broker.ts'
import type { Fill } from '../../../fill.ts'
import { SECOND_MS } from '../../../time.ts'
import { isOverRow, type LiveOrder } from '../state/live-order.ts'
import { type ManagedAccount, symbolOf } from '../state/managed-account.ts'
import { notifyOwner } from '../state/want.ts'

// Long enough for any trade that is only late, and no longer than a position may be kept from its exit. The shares of an
// entry are protected meanwhile; what an exit has left is not, since no other order goes out before it has ended.
const BOOKED_AFTER_MS = { entry: 55 * SECOND_MS, exit: 15 * SECOND_MS }
const FROM_ROW = 'row-'

/**
 * An ended order whose row has filled more than the trade book shows: after a while the rest is booked at the row's
 * average, so that the position is not stuck with shares that nobody may sell. Nothing until then.
 */
export function missingTrades(
  account: ManagedAccount,
  order: LiveOrder,
  row: BrokerOrder,
  trades: readonly BrokerFill[],
): readonly BrokerFill[] {
  const unique = new Map([...order.fills, ...trades].map((fill) => [fill.tradeId, fill]))
  let missing = row.filledQuantity
  let valuePaise = Math.round(row.filledQuantity * row.averagePaise)
  for (const { quantity, pricePaise } of unique.values()) {
    missing -= quantity
    valuePaise -= quantity * pricePaise
  }
  if (missing <= 0 || !isOverRow(row) || valuePaise <= 0) {
    order.tradesMissingSinceMs = null
    return []
  }
  const nowMs = account.context.nowMs
  order.tradesMissingSinceMs ??= nowMs
  if (nowMs - order.tradesMissingSinceMs < BOOKED_AFTER_MS[order.purpose === 'ENTRY' ? 'entry' : 'exit']) return []
  const symbol = symbolOf(account, order.token)
  const sentence = `The broker’s trade book lacks ${missing} of the ${row.filledQuantity} shares of ${symbol} that an order has filled. They are booked at the order’s average price.`
  notifyOwner(account, 'MISMATCH', sentence)
  return fillsOf(order, row, missing, valuePaise)
}

/** Two fills a paisa apart, so that their value is exact in whole paise. */
function fillsOf(order: LiveOrder, row: BrokerOrder, quantity: number, valuePaise: number): readonly BrokerFill[] {
  const lowPaise = Math.floor(valuePaise / quantity)
  const dearer = valuePaise - lowPaise * quantity
  const shared = { side: order.side, brokerOrderId: row.brokerOrderId, atMs: row.updatedMs ?? order.sentAtMs ?? 0 }
  const parts = [
    { tradeId: `${FROM_ROW}${row.brokerOrderId}-1`, quantity: quantity - dearer, pricePaise: lowPaise },
    { tradeId: `${FROM_ROW}${row.brokerOrderId}-2`, quantity: dearer, pricePaise: lowPaise + 1 },
  ]
  return parts.filter((part) => part.quantity > 0).map((part) => ({ ...shared, ...part }))
}

export function isFromRow({ tradeId }: Fill): boolean {
  return tradeId.startsWith(FROM_ROW)
}
