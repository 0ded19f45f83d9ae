import type { Quantity, Token, UserId } from '@trading-bot/core/units'
import type { OrderSide } from '@trading-bot/core/order'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Clock } from '../../ports/clock.ts'
import type { SentToday } from '../live-store.ts'

/**
 * What all bots of one user did at the broker today: the broker counts them together, so that only this tells a trade
 * of the owner from one of ours.
 */
export type BrokerDay = {
  dayNumber: number
  readonly orderIds: Set<string>
  /** Shares of foreign trades that were booked as exits of our positions, by trade. */
  readonly outsideShares: Map<string, number>
  /** Shares by token. */
  readonly bought: Map<string, number>
  readonly sold: Map<string, number>
}

type Days = { readonly brokerDays: Map<string, BrokerDay>; readonly setup: { readonly clock: Clock } }

export function brokerDayOf({ brokerDays, setup }: Days, userId: UserId): BrokerDay {
  const dayNumber = indiaDayNumber(setup.clock.nowMs())
  let day = brokerDays.get(userId)
  if (!day || day.dayNumber !== dayNumber) {
    day = { dayNumber, orderIds: new Set(), outsideShares: new Map(), bought: new Map(), sold: new Map() }
    brokerDays.set(userId, day)
  }
  return day
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
