import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { SimulatedMarket } from '@trading-bot/core/simulated-market/trading-leg'
import type { Quantity } from '@trading-bot/core/units'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Randomness } from '../../ports/randomness.ts'
import type { Timers } from '../../ports/timers.ts'
import type { ExchangeAccount } from './exchange-account.ts'
import type { ExchangeOrder, ExchangeTrade, OrderStatus } from './exchange-order.ts'
import type { GttRule } from './gtt-rule.ts'
import type { OrderBook } from './order-book.ts'

export type OrderEvent = { readonly order: ExchangeOrder; readonly what: OrderStatus | 'modified' }

/** The whole state of the simulated exchange, created by `openExchange`. */
export type Exchange = {
  readonly market: SimulatedMarket
  readonly calendar: MarketCalendar
  readonly clock: Clock
  readonly timers: Timers
  readonly randomness: Randomness
  readonly ids: Ids
  readonly rules: ExchangeRules
  readonly books: Map<string, OrderBook>
  /** Largest quantities of one order that were set for single stocks, by token. */
  readonly freezes: Map<string, Quantity>
  readonly accounts: Map<string, ExchangeAccount>
  /** Rules of all accounts whose trigger is not reached yet. */
  readonly waitingRules: Set<GttRule>
  readonly tickListeners: Set<(book: OrderBook) => void>
  readonly orderListeners: Set<(event: OrderEvent) => void>
  readonly fillListeners: Set<(order: ExchangeOrder, trade: ExchangeTrade) => void>
  /** Orders that the broker keeps for the next session. */
  readonly afterMarketOrders: Set<ExchangeOrder>
  readonly counters: { orders: number; trades: number; arrivals: number; rules: number }
  dayNumber: number
  /** Stops the market's timers; books stay readable. */
  readonly close: () => void
}

export type ExchangeRules = {
  /** Delay between the acceptance of an order and its processing by the exchange. */
  readonly processAfterMs: number
  readonly intradayLeverage: number
  /** The largest quantity of one order. NSE publishes one for each stock; here all have the same (see `freezes`). */
  readonly freezeQuantity: Quantity
  /**
   * Minute of the India day at which the broker squares off intraday positions, earlier where continuous trading ends
   * before; null for a broker that never does.
   */
  readonly squareOffMinute: number | null
}

export function announce(exchange: Exchange, order: ExchangeOrder, what: OrderEvent['what']): void {
  order.updatedMs = exchange.clock.nowMs()
  for (const listener of exchange.orderListeners) listener({ order, what })
}
