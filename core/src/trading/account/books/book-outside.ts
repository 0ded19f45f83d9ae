import type { Fill } from '../../../fill.ts'
import type { Quantity } from '../../../units.ts'
import { applyOrderEvent } from '../events/apply-order-event.ts'
import { outsideOrder } from '../orders/outside-order.ts'
import { countOutside, countShares, noteOutsideIds } from '../state/broker-day.ts'
import type { CompleteBooks } from '../state/input.ts'
import { isEnded } from '../state/live-order.ts'
import { entryOf, heldQuantity, type LivePosition } from '../state/live-position.ts'
import { brokerDayOf, type ManagedAccount, symbolOf } from '../state/managed-account.ts'
import { noteDifference, notifyOwner, record } from '../state/want.ts'
import { mayBeUnanswered } from './find-broker-order.ts'

/**
 * Books shares that the owner or the broker closed without us, with the prices of the broker's own trade rows. Returns
 * false while the books do not explain the whole quantity: then nothing is booked.
 */
export function bookOutside(
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): boolean {
  if (mayBeFilling(account, position)) return false
  const foreign = foreignFills(account, position, quantity, books)
  const fills = foreign ?? convertedFills(account, position, quantity, books)
  if (fills === null) return false
  const order = outsideOrder(account, position, fills)
  position.shortage = null
  if (heldQuantity(position) === 0) position.exitReason ??= 'OUTSIDE'
  const day = brokerDayOf(account)
  day.orderIds.add(order.brokerOrderId!)
  countShares(day, position.token, order.side, quantity)
  countOutside(day, fills)
  noteOutsideIds(day, books.trades)
  record(account, {
    newOrders: [{ ...order }],
    positions: [position],
    newFills: fills.map((fill) => ({ instanceId: order.instanceId, orderId: order.id, fill })),
  })
  const symbol = symbolOf(account, position.token)
  const sentence = foreign
    ? `${quantity} shares of ${symbol} were closed at the broker, by you or by its square-off. The bot has booked them at the broker’s price.`
    : `${quantity} shares of ${symbol} were converted to delivery at the broker. They are no longer the bot’s.`
  notifyOwner(account, 'CLOSED_OUTSIDE', sentence)
  noteDifference(account, 'closed_outside')
  applyOrderEvent(account, order, { event: 'filled', hasNewFills: true })
  return true
}

/**
 * An exit of ours that may be filling explains the difference until it has ended; a stop that rests does not. One without
 * a broker's id may be any row, also that of another bot of the user.
 */
function mayBeFilling({ user }: ManagedAccount, { id, token }: LivePosition): boolean {
  for (const { positions } of user.accounts) {
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
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): boolean {
  if (foreignFills(account, position, quantity, books) !== null) return true
  return convertedFills(account, position, quantity, books) !== null
}

/** The newest shares traded on the exit side that are neither ours nor booked already; null if they do not cover it. */
function foreignFills(
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): Fill[] | null {
  const day = brokerDayOf(account)
  const orderIds = new Set(
    books.orders
      .filter(({ token, brokerOrderId }) => token === position.token && !day.orderIds.has(brokerOrderId))
      // Whoever it is of may take it for its own: an entry of another bot, or the exit of another slice.
      .filter((row) => !mayBeUnanswered(account, row))
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
  { context }: ManagedAccount,
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
  return [{ tradeId: `conversion-${position.id}`, side, quantity, pricePaise, atMs: context.nowMs }]
}
