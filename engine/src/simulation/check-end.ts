import { SECOND_MS } from '@trading-bot/core/time'
import { filledQuantity, filledValuePaise, isEnded, isLost, type LiveOrder } from '../live/orders/live-order.ts'
import type { SimulationEnvironment } from './simulation-environment.ts'

/** Checks that after the faults everything has ended and our books equal the broker's to the paisa. */
export async function checkEnd({ memory, truth, referee }: SimulationEnvironment): Promise<void> {
  const orders = [...memory.rows.orders.values()]
  for (const change of memory.rows.illegalChanges) referee.violate(`an order changed against its life: ${change}`)
  const byClientId = new Map(orders.map((order) => [order.clientId, order]))
  for (const order of orders) {
    if (!isEnded(order)) referee.violate(`${order.clientId} is still ${order.state} (${order.purpose})`)
    const leastMs = (order.purpose === 'PROTECT' ? 5 : 30) * SECOND_MS
    if (isLost(order) && (order.endedAtMs ?? 0) - (order.sentAtMs ?? 0) < leastMs) {
      referee.violate(`${order.clientId} was considered lost too soon`)
    }
    if (order.fills.length !== new Set(order.fills.map(({ tradeId }) => tradeId)).size) {
      referee.violate(`${order.clientId} counts a fill twice`)
    }
  }
  for (const position of memory.rows.positions.values()) {
    if (position.closedAtMs === null) referee.violate(`position ${position.id} is still open`)
  }
  for (const [accountId, broker] of truth) {
    const book = await broker.orderBook()
    const trades = await broker.tradeBook()
    if (book.kind !== 'answered' || trades.kind !== 'answered')
      throw new Error('the broker without faults did not answer')
    for (const line of book.value) {
      const order = byClientId.get(line.clientId)
      if (!order) referee.violate(`the broker has ${line.clientId}, which we never recorded`)
      else if (order.instanceId !== accountId) referee.violate(`${line.clientId} is at the wrong account`)
      else
        compareFills(
          referee.violate,
          order,
          trades.value.filter(({ brokerOrderId }) => brokerOrderId === line.brokerOrderId),
        )
    }
    const own = orders.filter(({ instanceId }) => instanceId === accountId)
    for (const order of own) {
      const isThere = book.value.some(({ clientId }) => clientId === order.clientId)
      if (!isThere && order.fills.length > 0)
        referee.violate(`${order.clientId} has fills that the broker does not know`)
    }
    let cashPaise = 0
    for (const { side, quantity, pricePaise } of trades.value)
      cashPaise += (side === 'SELL' ? 1 : -1) * quantity * pricePaise
    const chargesPaise = own.reduce((sum, { charges }) => sum + (charges?.totalPaise ?? 0), 0)
    const pnlPaise = own.reduce((sum, order) => sum + (order.pnlPaise ?? 0), 0)
    if (!Number.isInteger(pnlPaise)) referee.violate(`the profit of ${accountId} is not in whole paise`)
    if (pnlPaise !== cashPaise - chargesPaise) {
      referee.violate(`${accountId} shows ${pnlPaise} paise; the broker's cash gives ${cashPaise - chargesPaise}`)
    }
  }
}

type Order = Pick<LiveOrder, 'clientId' | 'purpose' | 'state' | 'code' | 'sentAtMs' | 'fills'>
type BookTrade = { readonly quantity: number; readonly pricePaise: number }

function compareFills(violate: (what: string) => void, order: Order, trades: readonly BookTrade[]): void {
  const quantity = trades.reduce((sum, trade) => sum + trade.quantity, 0)
  const valuePaise = trades.reduce((sum, trade) => sum + trade.quantity * trade.pricePaise, 0)
  if (filledQuantity(order) !== quantity || filledValuePaise(order) !== valuePaise) {
    const what = `${order.clientId} (${order.purpose}, ${order.state}, ${order.code}, sent ${order.sentAtMs})`
    violate(`${what}: we count ${filledQuantity(order)} shares, the broker ${quantity}`)
  }
}
