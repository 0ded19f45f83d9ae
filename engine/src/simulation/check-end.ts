import type { InstanceId } from '@trading-bot/core/units'
import type { Fill } from '@trading-bot/core/fill'
import { SECOND_MS } from '@trading-bot/core/time'
import {
  filledQuantity,
  filledValuePaise,
  isEnded,
  isLost,
  type LiveOrder,
} from '@trading-bot/core/trading/account/state/live-order'
import type { BrokerFill, BrokerOrder } from '../ports.ts'
import { isByHand } from './owner.ts'
import type { SimulationEnvironment } from './simulation-environment.ts'

type Violate = (what: string) => void
type Books = { readonly orders: readonly BrokerOrder[]; readonly trades: readonly BrokerFill[] }

/** Checks that after the faults everything has ended and our books equal the broker's to the paisa. */
export async function checkEnd({ memory, truth, referee, instancesOf }: SimulationEnvironment): Promise<void> {
  const { rows } = memory
  const { violate } = referee
  for (const change of rows.illegalChanges) violate(`an order changed against its life: ${change}`)
  const orders = [...rows.orders.values()]
  for (const order of orders) checkOrder(violate, order)
  const stuck = new Set<string>()
  for (const [accountId, broker] of truth) {
    const book = await broker.orderBook()
    const trades = await broker.tradeBook()
    if (book.kind !== 'answered' || trades.kind !== 'answered')
      throw new Error('the broker without faults did not answer')
    const instances = new Set(instancesOf(accountId))
    const own = orders.filter(({ instanceId }) => instances.has(instanceId))
    const books = { orders: book.value, trades: trades.value }
    for (const order of own.filter((each) => !isEnded(each))) {
      if (mayBeTheOwners(order, books)) stuck.add(order.positionId)
      else violate(`${order.clientId} is still ${order.state} (${order.purpose})`)
    }
    compareOrders(violate, instances, orders, books)
    checkOutside(violate, own, books)
    if (!own.some(({ positionId }) => stuck.has(positionId))) compareCash(violate, accountId, own)
  }
  for (const position of rows.positions.values()) {
    if (position.closedAtMs === null && !stuck.has(position.id)) violate(`position ${position.id} is still open`)
  }
}

function checkOrder(violate: Violate, order: LiveOrder): void {
  const leastMs = (order.purpose === 'PROTECT' ? 5 : 30) * SECOND_MS
  if (isLost(order) && (order.endedAtMs ?? 0) - (order.sentAtMs ?? 0) < leastMs) {
    violate(`${order.clientId} was considered lost too soon`)
  }
  if (order.fills.length !== new Set(order.fills.map(({ tradeId }) => tradeId)).size) {
    violate(`${order.clientId} counts a fill twice`)
  }
}

/** An entry without an answer stays unknown beside an order of its owner that looks just like it; the owner is told. */
function mayBeTheOwners({ purpose, state, ...order }: LiveOrder, { orders }: Books): boolean {
  if (purpose !== 'ENTRY' || state !== 'UNKNOWN') return false
  return orders.some(
    (row) => isByHand(row) && row.token === order.token && row.side === order.side && row.quantity === order.quantity,
  )
}

function compareOrders(
  violate: Violate,
  instances: ReadonlySet<InstanceId>,
  all: readonly LiveOrder[],
  books: Books,
): void {
  // Two orders alike whose answers and tags were lost may each have taken the other's row for its own.
  const byBrokerId = new Map(all.map((order) => [order.brokerOrderId, order]))
  const byClientId = new Map(all.map((order) => [order.clientId, order]))
  for (const row of books.orders) {
    if (isByHand(row)) continue
    const order = byBrokerId.get(row.brokerOrderId) ?? byClientId.get(row.clientId)
    if (!order) violate(`the broker has ${row.clientId}, which we never recorded`)
    else if (!instances.has(order.instanceId)) violate(`${row.clientId} is at the wrong account`)
    else if (hasTaken(order, row) || !isBookedOutside(row, all, books))
      compareFills(
        violate,
        order,
        books.trades.filter((trade) => trade.brokerOrderId === row.brokerOrderId),
      )
  }
  for (const order of all) {
    if (!instances.has(order.instanceId) || order.purpose === 'OUTSIDE' || order.fills.length === 0) continue
    const isThere = books.orders.some(
      ({ clientId, brokerOrderId }) => clientId === order.clientId || brokerOrderId === order.brokerOrderId,
    )
    if (!isThere) violate(`${order.clientId} has fills that the broker does not know`)
  }
}

/** A lost order may have no row, or that of its owner's order which looks just like it. */
function hasTaken(order: LiveOrder, { brokerOrderId }: BrokerOrder): boolean {
  if (order.brokerOrderId !== null && order.brokerOrderId !== brokerOrderId) return false
  return !isLost(order) || order.fills.length > 0
}

/** The book showed a lost order of ours without its tag, so that its shares are booked as an exit outside. */
function isBookedOutside(row: BrokerOrder, all: readonly LiveOrder[], { trades }: Books): boolean {
  const outside = all.filter(({ purpose }) => purpose === 'OUTSIDE').flatMap(({ fills }) => fills)
  const own = trades.filter(({ brokerOrderId }) => brokerOrderId === row.brokerOrderId)
  const booked = (tradeId: string) => outside.filter((fill) => isPartOf(fill.tradeId, tradeId))
  return own.every(
    ({ tradeId, quantity }) => booked(tradeId).reduce((sum, fill) => sum + fill.quantity, 0) === quantity,
  )
}

/** A broker may report one trade in two parts. */
function isPartOf(tradeId: string, whole: string): boolean {
  return tradeId === whole || tradeId.slice(0, -1) === whole
}

/** What we booked as closed outside is a trade that no order of ours has, at its price, and no share of it twice. */
function checkOutside(violate: Violate, own: readonly LiveOrder[], books: Books): void {
  const filled = own.filter(({ fills, purpose }) => fills.length > 0 && purpose !== 'OUTSIDE')
  const taken = new Set(filled.map(({ brokerOrderId }) => brokerOrderId))
  const foreign = books.trades.filter(({ brokerOrderId }) => !taken.has(brokerOrderId))
  const left = new Map(foreign.map((trade) => [trade.tradeId, trade.quantity]))
  for (const order of own.filter(({ purpose }) => purpose === 'OUTSIDE')) {
    for (const { tradeId, pricePaise, quantity } of order.fills) {
      const trade = foreign.find((each) => isPartOf(tradeId, each.tradeId))
      if (trade?.pricePaise !== pricePaise)
        violate(`${order.clientId} is booked at a price that the broker does not have`)
      if (trade) left.set(trade.tradeId, (left.get(trade.tradeId) ?? 0) - quantity)
    }
  }
  for (const [tradeId, shares] of left) if (shares < 0) violate(`${tradeId} is booked twice`)
}

function compareCash(violate: Violate, accountId: string, own: readonly LiveOrder[]): void {
  let cashPaise = 0
  for (const { fills } of own)
    for (const { side, quantity, pricePaise } of fills) cashPaise += (side === 'SELL' ? 1 : -1) * quantity * pricePaise
  const chargesPaise = own.reduce((sum, { charges }) => sum + (charges?.totalPaise ?? 0), 0)
  const pnlPaise = own.reduce((sum, order) => sum + (order.pnlPaise ?? 0), 0)
  if (!Number.isInteger(pnlPaise)) violate(`the profit of ${accountId} is not in whole paise`)
  if (pnlPaise !== cashPaise - chargesPaise) {
    violate(`${accountId} shows ${pnlPaise} paise; the broker's cash gives ${cashPaise - chargesPaise}`)
  }
}

function compareFills(violate: Violate, order: LiveOrder, trades: readonly Fill[]): void {
  const quantity = trades.reduce((sum, trade) => sum + trade.quantity, 0)
  const valuePaise = trades.reduce((sum, trade) => sum + trade.quantity * trade.pricePaise, 0)
  if (filledQuantity(order) !== quantity || filledValuePaise(order) !== valuePaise) {
    const what = `${order.clientId} (${order.purpose}, ${order.state}, ${order.code}, sent ${order.sentAtMs})`
    violate(`${what}: we count ${filledQuantity(order)} shares, the broker ${quantity}`)
  }
}
