import type { BrokerOrderId } from '@trading-bot/core/units'
import type { Broker, BrokerOrder, OrderListener } from '../../ports.ts'
import { LATEST_REJECTION_MS } from './exchange-rules.ts'
import type { FaultSetup } from './fault-setup.ts'

type RejectedChanges = {
  /** Null if the order is not open, so that there is nothing to change. */
  readonly rowOf: (brokerOrderId: BrokerOrderId) => BrokerOrder | null
  readonly rejectLater: (brokerOrderId: BrokerOrderId, text: string) => void
  /** The row of an order whose last change was rejected, until something else happens to it. */
  readonly asSeen: (row: BrokerOrder) => BrokerOrder
  readonly listeners: Set<OrderListener>
}

const SOONEST_REJECTION_MS = 200

/** Changes that are rejected a moment after their acknowledgement: the row stays as it was, and says why. */
export function rejectedChanges(broker: Broker, { faults, clock, timers }: FaultSetup): RejectedChanges {
  const rows = new Map<BrokerOrderId, BrokerOrder>()
  const rejections = new Map<BrokerOrderId, { readonly text: string; readonly atMs: number }>()
  const listeners = new Set<OrderListener>()
  broker.watchOrders({ onOrder: (row) => void rows.set(row.brokerOrderId, row), onGap: () => {} })
  const rowOf = (brokerOrderId: BrokerOrderId): BrokerOrder | null => {
    const row = rows.get(brokerOrderId)
    return row && (row.state === 'WORKING' || row.state === 'RESTING') ? row : null
  }
  const asSeen = (row: BrokerOrder): BrokerOrder => {
    const rejection = rejections.get(row.brokerOrderId)
    if (!rejection || (row.updatedMs ?? 0) > rejection.atMs) return row
    return { ...row, text: rejection.text, updatedMs: rejection.atMs }
  }
  return {
    rowOf,
    asSeen,
    listeners,
    rejectLater: (brokerOrderId, text) => {
      const delayMs = SOONEST_REJECTION_MS + faults.randomness.whole(LATEST_REJECTION_MS - SOONEST_REJECTION_MS)
      timers.after(delayMs, () => {
        const row = rowOf(brokerOrderId)
        if (!row) return
        rejections.set(brokerOrderId, { text, atMs: clock.nowMs() })
        for (const { onOrder } of listeners) onOrder(asSeen(row))
      })
    },
  }
}
