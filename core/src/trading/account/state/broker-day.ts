import type { BrokerFill, BrokerOrder } from '../../../broker.ts'
import type { OrderSide } from '../../../order.ts'
import type { BrokerOrderId, ClientId, OrderId, Quantity, Token } from '../../../units.ts'
import type { SentToday } from './stored-account.ts'

/**
 * What all bots of one user did at the broker today: the broker counts them together, so that only this tells a trade
 * of the owner from one of ours.
 */
export type BrokerDay = {
  readonly dayNumber: number
  readonly orderIds: Set<string>
  /** Our tags by the broker's id, as the books or the order socket have shown them: a book may lose a tag again. */
  readonly tags: Map<BrokerOrderId, ClientId>
  /** Orders of ours that took a row without a tag for their own; the row that shows their tag may still turn up. */
  readonly adopted: Set<OrderId>
  /** Shares of foreign trades that were booked as exits of our positions, by trade. */
  readonly outsideShares: Map<string, number>
  /** The orders of these trades, as far as the trade book has shown them. */
  readonly outsideIds: Set<BrokerOrderId>
  /** Shares by token. */
  readonly bought: Map<string, number>
  readonly sold: Map<string, number>
}

/** A day on which nothing was sent yet. */
export function emptyDay(dayNumber: number): BrokerDay {
  return {
    dayNumber,
    orderIds: new Set(),
    tags: new Map(),
    adopted: new Set(),
    outsideShares: new Map(),
    outsideIds: new Set(),
    bought: new Map(),
    sold: new Map(),
  }
}

/** The rows with the tags that they have shown before. */
export function withKnownTags({ tags }: BrokerDay, rows: readonly BrokerOrder[]): readonly BrokerOrder[] {
  for (const { brokerOrderId, clientId } of rows) if (clientId !== '') tags.set(brokerOrderId, clientId)
  return rows.map((row) => (row.clientId === '' ? { ...row, clientId: tags.get(row.brokerOrderId) ?? '' } : row))
}

/** Counts what an account had sent before this process knew it; an order counts once, however often it is loaded. */
export function restoreBrokerDay(day: BrokerDay, sent: readonly SentToday[]): void {
  for (const { brokerOrderId, token, side, filledQuantity, outside } of sent) {
    if (day.orderIds.has(brokerOrderId)) continue
    day.orderIds.add(brokerOrderId)
    countShares(day, token, side, filledQuantity)
    countOutside(day, outside)
  }
}

export function countShares({ bought, sold }: BrokerDay, token: Token, side: OrderSide, quantity: Quantity): void {
  const shares = side === 'BUY' ? bought : sold
  shares.set(token, (shares.get(token) ?? 0) + quantity)
}

/** A foreign trade closes each of its shares once, of whichever position and in whichever process. */
export function countOutside({ outsideShares }: BrokerDay, booked: SentToday['outside']): void {
  for (const { tradeId, quantity } of booked) outsideShares.set(tradeId, (outsideShares.get(tradeId) ?? 0) + quantity)
}

/** A trade may leave the book again, and its order must not be counted once more for that. */
export function noteOutsideIds({ outsideShares, outsideIds }: BrokerDay, trades: readonly BrokerFill[]): void {
  for (const { tradeId, brokerOrderId } of trades) if (outsideShares.has(tradeId)) outsideIds.add(brokerOrderId)
}
