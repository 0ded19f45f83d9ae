import type { OrderSide } from '../../../order.ts'
import type { StoppedBy } from '../../../risk/limit-reached.ts'
import type { BrokerOrderId, Paise, Quantity, Token, TradeId } from '../../../units.ts'
import type { BotInstance } from './bot-instance.ts'
import type { LivePosition } from './live-position.ts'

/** An account as the store gives it. */
export type StoredAccount = {
  readonly instance: BotInstance
  /** Open positions with all their orders and fills. */
  readonly positions: readonly LivePosition[]
  /** Closed positions with a lost order of today that may still appear at the broker. */
  readonly lost: readonly LivePosition[]
  readonly sentToday: readonly SentToday[]
  readonly realisedLongPaise: Paise
  readonly realisedShortPaise: Paise
  readonly realisedThisSessionPaise: Paise
  readonly realisedThisWeekPaise: Paise
  /** Highest net profit ever booked, at least 0; read only where a drawdown limit needs it. */
  readonly peakNetPaise: Paise
  readonly entriesThisSession: number
  /** The limit that stopped this session, or this week. */
  readonly stoppedBy: StoppedBy | null
}

/** An order that was sent today, for telling foreign trades from ours. */
export type SentToday = {
  readonly brokerOrderId: BrokerOrderId
  readonly token: Token
  readonly side: OrderSide
  readonly filledQuantity: Quantity
  /** Foreign trades that this order books as an exit outside, each as far as it was booked; none for a sent order. */
  readonly outside: readonly { readonly tradeId: TradeId; readonly quantity: Quantity }[]
}

/** A released position's shares were never ours: they count as less of what its entry traded, and as no sale. */
export function sentOrder(order: SentToday): SentToday {
  if (!order.brokerOrderId.startsWith('released-')) return order
  const side = order.side === 'SELL' ? 'BUY' : 'SELL'
  return { ...order, side, filledQuantity: -order.filledQuantity, outside: [] }
}
