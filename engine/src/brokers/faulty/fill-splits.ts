import type { BrokerOrderId, Quantity } from '@trading-bot/core/units'
import type { BrokerOrder, BrokerFill } from '../../ports.ts'
import type { FaultSetup } from './fault-setup.ts'

type FillSplits = {
  readonly seenOrder: (order: BrokerOrder) => BrokerOrder
  readonly seenTrades: (trade: BrokerFill) => readonly BrokerFill[]
  /** When the rest of a split fill will appear; null if nothing is split. */
  readonly restAfterMs: (order: BrokerOrder) => number | null
}

const LATEST_REST_MS = 10_000

/** Fills that appear in two parts: half of each trade immediately, the other half later. */
export function fillSplits({ faults, clock }: FaultSetup): FillSplits {
  // Decided when an order's fill is first read, and the same for every later read.
  const restFromMs = new Map<string, number | null>()
  const restOf = (orderId: BrokerOrderId): number | null => {
    const known = restFromMs.get(orderId)
    if (known !== undefined) return known
    const isSplit = faults.strikes('FILL_SPLIT')
    const fromMs = isSplit ? clock.nowMs() + 1 + faults.randomness.whole(LATEST_REST_MS) : null
    restFromMs.set(orderId, fromMs)
    return fromMs
  }

  return {
    seenOrder(order) {
      if (order.filledQuantity < 2) return order
      const fromMs = restOf(order.brokerOrderId)
      if (fromMs === null || clock.nowMs() >= fromMs) return order
      // An order whose fills are not all visible yet does not look ended: an end is final, also for its quantity.
      return { ...order, state: 'WORKING', filledQuantity: firstPart(order.filledQuantity) }
    },
    seenTrades(trade) {
      const fromMs = restOf(trade.brokerOrderId)
      if (fromMs === null || trade.quantity < 2) return [trade]
      const quantity = firstPart(trade.quantity)
      const first = { ...trade, tradeId: `${trade.tradeId}a`, quantity }
      const rest = { ...trade, tradeId: `${trade.tradeId}b`, quantity: trade.quantity - quantity }
      return clock.nowMs() >= fromMs ? [first, rest] : [first]
    },
    restAfterMs({ brokerOrderId, filledQuantity }) {
      const fromMs = filledQuantity < 2 ? null : restOf(brokerOrderId)
      return fromMs === null || fromMs <= clock.nowMs() ? null : fromMs - clock.nowMs()
    },
  }
}

function firstPart(quantity: Quantity): number {
  return Math.ceil(quantity / 2)
}
