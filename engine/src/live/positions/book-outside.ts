import type { Quantity } from '@trading-bot/core/units'
import type { Fill } from '@trading-bot/core/fill'
import { brokerDayOf, countOutside, countShares, noteOutsideIds } from '../accounts/broker-day.ts'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'
import { mayBeUnanswered } from '../orders/find-broker-order.ts'
import { isEnded, type LiveOrder } from '../orders/live-order.ts'
import { newOrder } from '../orders/new-order.ts'
import type { CompleteBooks } from './complete-books.ts'
import { entryOf, heldQuantity, type LivePosition } from './live-position.ts'

/**
 * Books shares that the owner or the broker closed without us, with the prices of the broker's own trade rows. Returns
 * false while the books do not explain the whole quantity: then nothing is booked.
 */
export function bookOutside(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): boolean {
  if (mayBeFilling(engine, account, position)) return false
  const foreign = foreignFills(engine, account, position, quantity, books)
  const fills = foreign ?? convertedFills(engine, position, quantity, books)
  if (fills === null) return false
  const order = outsideOrder(engine, account, position, fills)
  account.shortages.delete(position.id)
  if (heldQuantity(position) === 0) position.exitReason ??= 'OUTSIDE'
  const day = brokerDayOf(engine, account.instance.userId)
  day.orderIds.add(order.brokerOrderId!)
  countShares(day, position.token, order.side, quantity)
  countOutside(day, fills)
  noteOutsideIds(day, books.trades)
  void engine.writeBehindQueue.write({
    newOrders: [{ ...order }],
    positions: [position],
    newFills: fills.map((fill) => ({ instanceId: order.instanceId, orderId: order.id, fill })),
  })
  const symbol = engine.instruments.get(position.token)?.symbol ?? position.token
  const sentence = foreign
    ? `${quantity} shares of ${symbol} were closed at the broker, by you or by its square-off. The bot has booked them at the broker’s price.`
    : `${quantity} shares of ${symbol} were converted to delivery at the broker. They are no longer the bot’s.`
  notifyOwner(engine, account, 'CLOSED_OUTSIDE', sentence)
  engine.setup.telemetry?.onReconcileDifference('closed_outside')
  engine.onOrderEvent(account, order, { event: 'filled', hasNewFills: true })
  return true
}

/**
 * An exit of ours that may be filling explains the difference until it has ended; a stop that rests does not. One without
 * a broker's id may be any row, also that of another bot of the user.
 */
function mayBeFilling({ accounts }: LiveEngine, { instance }: ManagedAccount, { id, token }: LivePosition): boolean {
  for (const { instance: owner, positions } of accounts.values()) {
    if (owner.userId !== instance.userId) continue
    for (const position of positions.values()) {
      if (position.token !== token) continue
      const exits = position.orders.filter((order) => order.purpose !== 'ENTRY' && !isEnded(order))
      if (exits.some(({ state, brokerOrderId }) => (position.id === id ? state !== 'RESTING' : brokerOrderId === null)))
        return true
    }
  }
  return false
}

/** Whether the broker's own rows show that so many shares were closed without us. */
export function isClosedOutside(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): boolean {
  if (foreignFills(engine, account, position, quantity, books) !== null) return true
  return convertedFills(engine, position, quantity, books) !== null
}

/** The newest shares traded on the exit side that are neither ours nor booked already; null if they do not cover it. */
function foreignFills(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): Fill[] | null {
  const day = brokerDayOf(engine, account.instance.userId)
  const orderIds = new Set(
    books.orders
      .filter(({ token, brokerOrderId }) => token === position.token && !day.orderIds.has(brokerOrderId))
      // Whoever it is of may take it for its own: an entry of another bot, or the exit of another slice.
      .filter((row) => !mayBeUnanswered(engine, account, row))
      .map(({ brokerOrderId }) => brokerOrderId),
  )
  const side = position.direction === 1 ? 'SELL' : 'BUY'
  const trades = books.trades
    .filter((trade) => trade.side === side && orderIds.has(trade.brokerOrderId))
    .toSorted((left, right) => right.atMs - left.atMs)
  const fills: Fill[] = []
  const taken = new Set<string>()
  let missing = quantity
  for (const { tradeId, pricePaise, atMs, quantity: shares } of trades) {
    // A book may list a trade twice.
    if (missing === 0 || taken.has(tradeId)) continue
    taken.add(tradeId)
    const booked = Math.min(shares - (day.outsideShares.get(tradeId) ?? 0), missing)
    if (booked <= 0) continue
    fills.push({ tradeId, side, quantity: booked, pricePaise, atMs })
    missing -= booked
  }
  return missing === 0 ? fills : null
}

/** A conversion to delivery moves the shares at their cost and leaves no trade. */
function convertedFills(
  { setup }: LiveEngine,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): Fill[] | null {
  const delivered = books.positions
    .filter(({ token, product }) => token === position.token && product === 'DELIVERY')
    .reduce((sum, { buyQuantity, sellQuantity }) => sum + position.direction * (buyQuantity - sellQuantity), 0)
  if (delivered < quantity) return null
  const entry = entryOf(position)
  const pricePaise = Math.round(entry.valuePaise / entry.quantity)
  const side = position.direction === 1 ? 'SELL' : 'BUY'
  return [{ tradeId: `conversion-${position.id}`, side, quantity, pricePaise, atMs: setup.clock.nowMs() }]
}

/** An order that was never sent, for shares that leave without us; a released one was never the bot's. */
export function outsideOrder(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  fills: readonly Fill[],
  kind: 'outside' | 'released' = 'outside',
): LiveOrder {
  const nowMs = engine.setup.clock.nowMs()
  const order = newOrder(engine, account, {
    position,
    side: position.direction === 1 ? 'SELL' : 'BUY',
    quantity: fills.reduce((sum, { quantity }) => sum + quantity, 0),
    purpose: 'OUTSIDE',
    reason: 'OUTSIDE',
    decidedAtMs: nowMs,
    pricePaise: fills[0]!.pricePaise,
  })
  // Nothing is ever sent for it, so its broker id is one that no broker gives.
  return Object.assign(order, {
    state: 'ACKNOWLEDGED',
    brokerOrderId: `${kind}-${order.clientId}`,
    fills,
    sentAtMs: nowMs,
    acknowledgedAtMs: nowMs,
  } as const)
}
