import type { BrokerOrder, OrderListener, OrderRequest, PlacedOrder } from '../../ports.ts'
import type { FaultSetup } from './fault-setup.ts'

export type PhantomOrders = {
  readonly accept: (request: OrderRequest, text?: string) => string
  readonly has: (order: PlacedOrder) => boolean
  readonly book: () => readonly BrokerOrder[]
  readonly listeners: Set<OrderListener>
}

const REJECTED_AFTER_MS = 1_500

/** Orders that are acknowledged and rejected a moment later: they appear in the book but never reach the market. */
export function phantomOrders({ clock, timers, faults }: FaultSetup): PhantomOrders {
  const orders = new Map<string, BrokerOrder>()
  const listeners = new Set<OrderListener>()
  return {
    listeners,
    has: ({ brokerOrderId }) => orders.has(brokerOrderId),
    book: () => [...orders.values()],
    accept({ clientId, instrument, side, quantity, product }, text = 'RMS: rejected after acceptance') {
      const brokerOrderId = `rejected-${orders.size + 1}-${faults.randomness.whole(1_000_000)}`
      const order: BrokerOrder = {
        brokerOrderId,
        clientId,
        token: instrument.token,
        side,
        quantity,
        filledQuantity: 0,
        averagePaise: 0,
        state: 'WORKING',
        text: '',
        updatedMs: clock.nowMs(),
        product,
      }
      orders.set(brokerOrderId, order)
      timers.after(REJECTED_AFTER_MS, () => {
        const rejected: BrokerOrder = { ...order, state: 'REJECTED', text, updatedMs: clock.nowMs() }
        orders.set(brokerOrderId, rejected)
        for (const { onOrder } of listeners) onOrder(rejected)
      })
      return brokerOrderId
    },
  }
}
