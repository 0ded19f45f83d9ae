// Brokers as a fault of ours would see them.

import type { Broker, BrokerFill, BrokerOrder } from '../ports.ts'

/** Neither the trade book nor the order's row has it. */
export function losesTrades(broker: Broker): Broker {
  const isLost = (_: BrokerFill, row: number) => row % 7 === 3
  return {
    ...broker,
    orderBook: async () => {
      const answer = await broker.orderBook()
      const trades = await broker.tradeBook()
      if (answer.kind !== 'answered' || trades.kind !== 'answered') return answer
      const lost = trades.value.filter(isLost)
      const lostOf = ({ brokerOrderId }: BrokerOrder) =>
        lost.filter((trade) => trade.brokerOrderId === brokerOrderId).reduce((sum, { quantity }) => sum + quantity, 0)
      return {
        ...answer,
        value: answer.value.map((row) => ({ ...row, filledQuantity: row.filledQuantity - lostOf(row) })),
      }
    },
    tradeBook: async () => {
      const answer = await broker.tradeBook()
      if (answer.kind !== 'answered') return answer
      return { ...answer, value: answer.value.filter((trade, row) => !isLost(trade, row)) }
    },
  }
}

/** A stop at the exchange, and an exit of our own beside it: two sells of one position. */
export function exitsBesideTheStop(broker: Broker): Broker {
  return {
    ...broker,
    modify: (order, change) =>
      change.price.kind === 'STOP'
        ? broker.modify(order, change)
        : broker.place({ ...order.request, clientId: `x${order.request.clientId.slice(1)}`, price: change.price }),
  }
}

/** Shows a cancelled order as ended as soon as its cancellation was acknowledged. */
export function believesCancels(broker: Broker): Broker {
  const cancelled = new Set<string>()
  return {
    ...broker,
    cancel: async (order) => {
      const outcome = await broker.cancel(order)
      if (outcome.kind === 'acknowledged') cancelled.add(order.brokerOrderId)
      return outcome
    },
    orderBook: async () => {
      const answer = await broker.orderBook()
      if (answer.kind !== 'answered') return answer
      const ended = (row: BrokerOrder): BrokerOrder =>
        cancelled.has(row.brokerOrderId) ? { ...row, state: 'CANCELLED', filledQuantity: 0 } : row
      return { ...answer, value: answer.value.map(ended) }
    },
  }
}
