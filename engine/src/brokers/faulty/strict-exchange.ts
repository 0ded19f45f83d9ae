import type { BrokerOrderId } from '@trading-bot/core/units'
import type { Broker, OrderListener, OrderRequest } from '../../ports.ts'
import { exchangeRules, type RuleSetup } from './exchange-rules.ts'
import { moveStops } from './move-stops.ts'
import { phantomOrders } from './phantom-orders.ts'
import { rejectedChanges } from './rejected-changes.ts'

/**
 * A broker in front of an exchange that rejects a moment later what the broker has acknowledged: new orders end as
 * rejected rows, a rejected change leaves its order as it was and says so in the row's text.
 */
export function strictExchange(inner: Broker, setup: RuleSetup): Broker {
  const rules = exchangeRules(setup)
  const phantoms = phantomOrders(setup)
  const changes = rejectedChanges(inner, setup)
  const requests = new Map<BrokerOrderId, OrderRequest>()
  moveStops(inner, setup, requests)

  return {
    ...inner,
    place: async (request) => {
      const text = rules.ofOrder(request)
      if (text !== null) return { kind: 'acknowledged', brokerOrderId: phantoms.accept(request, text) }
      const outcome = await inner.place(request)
      if (outcome.kind === 'acknowledged') requests.set(outcome.brokerOrderId, request)
      return outcome
    },
    modify: async (order, change) => {
      if (phantoms.has(order)) return ended()
      const row = changes.rowOf(order.brokerOrderId)
      const text = row && rules.ofChange(order.request, change, change.quantity > row.quantity)
      if (text === null) return inner.modify(order, change)
      changes.rejectLater(order.brokerOrderId, text)
      return { kind: 'acknowledged', brokerOrderId: order.brokerOrderId }
    },
    cancel: async (order) => (phantoms.has(order) ? ended() : inner.cancel(order)),
    orderBook: async () => {
      const answer = await inner.orderBook()
      if (answer.kind !== 'answered') return answer
      return { ...answer, value: [...answer.value.map(changes.asSeen), ...phantoms.book()] }
    },
    watchOrders: (listener) => {
      const relay: OrderListener = { ...listener, onOrder: (row) => listener.onOrder(changes.asSeen(row)) }
      changes.listeners.add(listener)
      phantoms.listeners.add(listener)
      const stop = inner.watchOrders(relay)
      return () => {
        changes.listeners.delete(listener)
        phantoms.listeners.delete(listener)
        stop()
      }
    },
  }
}

function ended() {
  return {
    kind: 'rejected',
    code: 'ORDER_ENDED',
    sentence: 'The order has already ended.',
    isRetryable: false,
  } as const
}
