import type { OrderOutcome } from '@trading-bot/core/broker'
import type { OrderState } from '@trading-bot/core/order'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { ReconcileDifference } from '@trading-bot/core/trading/account/state/effect'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'

/**
 * What the engine reports of its own work; the server turns it into metrics and traces. It is called where orders are
 * made, so an implementation counts and returns.
 */
export type EngineTelemetry = {
  /** Shards were claimed under new fences, or were handed over or lost. */
  readonly onFenceChange: (change: 'claimed' | 'released', shards: number) => void
  /** The orders of one decision are durable. */
  readonly onCommitted: (cause: DecisionCause, orders: number, committedMs: number) => void
  /** A durable order was denied by a switch, a plan or a state, and is not sent. */
  readonly onDenied: (order: LiveOrder, mode: Mode, committedMs: number) => void
  /** The broker has answered the call that places an order, or the call has failed. */
  readonly onAnswered: (order: LiveOrder, mode: Mode, journey: OrderJourney) => void
  readonly onOrderState: (state: OrderState, mode: Mode) => void
  readonly onReconcileDifference: (kind: ReconcileDifference) => void
  /** Shares were held for so long with nothing at the exchange that closes them. */
  readonly onBareEnded: (bareMs: number) => void
  /** Minutes that were missed were read back from candles. */
  readonly onGapFilled: (minutes: number) => void
}

type Mode = BotInstance['mode']

/** What a decision follows from, and the instant from which its delay counts. */
export type DecisionCause = {
  /** A bar has closed, a price has reached a level, or anything else: the clock, an owner, a retry. */
  readonly kind: 'bar' | 'tick' | 'other'
  readonly sinceMs: number
}

/** The instants of an order's way to the broker. */
export type OrderJourney = {
  readonly committedMs: number
  /** When the call was handed to the broker, after the rate limit. */
  readonly calledMs: number
  readonly answeredMs: number
  readonly outcome: OrderOutcome['kind']
}
