// One exit-side order per position, ever. A stop that rests at the exchange and an exit of our own would be two sells
// of one position, so there is a single order that changes its shape: it rests as a stop, and an exit turns the same
// order into a marketable one. This function is the whole protocol; it is asked after everything that may matter.

import type { OrderState } from '../order.ts'
import type { Paise, Quantity } from '../units.ts'
import { isEndedState } from './order-life.ts'

export type ExitView = {
  /** Shares that our fills say are held, never negative. */
  readonly held: number
  /** The most that may be closed by the broker's own count; Infinity while that is not known. */
  readonly cap: number
  /** An exit is decided: by a signal, the target, a limit, the square-off, its owner or a stop that was passed. */
  readonly isClosing: boolean
  /** Where a stop should rest; null without one, or where none can rest. */
  readonly stopPaise: Paise | null
  /** The last exit that was placed was refused: until another is tried, a stop protects what is held. */
  readonly isExitRefused: boolean
  /** The exit-side order that is not over; null if there is none. */
  readonly order: ExitOrder | null
}

export type ExitOrder = {
  readonly state: OrderState
  readonly quantity: Quantity
  readonly filled: number
  /** The trigger it was placed or last modified with; null once it was made marketable. */
  readonly triggerPaise: Paise | null
  /** A call about it is on its way. */
  readonly isInFlight: boolean
  /** The exchange shows another limit price than the one that belongs to the trigger. */
  readonly isLimitWrong: boolean
  /** How often in a row the same change was refused: at once, after its acknowledgement, or by never being seen. */
  readonly refusals: number
  /** The pause after the last refusal is not over. */
  readonly isPausing: boolean
  /** Another order may be taken where this one's change is refused: not where the price is, nor where that was tried. */
  readonly isReplaceable: boolean
  /** The price was marketable when it was set, and has not filled for a while. */
  readonly isPriceOld: boolean
}

export type ExitStep =
  | { readonly do: 'NOTHING' }
  /** The outcome of an earlier call is not proven: nothing is sent until it is. */
  | { readonly do: 'WAIT' }
  | { readonly do: 'PLACE_STOP'; readonly quantity: Quantity; readonly triggerPaise: Paise }
  | { readonly do: 'PLACE_EXIT'; readonly quantity: Quantity }
  /** Recorded but never sent, and no longer what is needed. */
  | { readonly do: 'WITHDRAW' }
  /** New total quantity of the resting stop, or its new trigger. */
  | { readonly do: 'CHANGE_STOP'; readonly quantity: Quantity; readonly triggerPaise: Paise }
  /** Turn the order into a marketable one, or move its price; the quantity is its new total. */
  | { readonly do: 'MAKE_MARKETABLE'; readonly quantity: Quantity }
  | { readonly do: 'CANCEL' }

export function nextExitStep(view: ExitView): ExitStep {
  const { order } = view
  const wanted = Math.min(view.held, Math.max(0, view.cap))
  if (order === null || isEndedState(order.state)) return firstStep(view, wanted)
  if (order.isInFlight || UNPROVEN.has(order.state)) return { do: 'WAIT' }
  if (order.state === 'CREATED') return isStillWanted(view, order, wanted) ? { do: 'NOTHING' } : { do: 'WITHDRAW' }
  return order.triggerPaise === null ? stepOfExit(order, wanted) : stepOfStop(view, order, wanted)
}

/** The same change is asked for this often; then another way is taken. */
const MOST_REFUSALS = 2

/** What the last call did to the order is not known yet. */
const UNPROVEN: ReadonlySet<OrderState> = new Set(['SENDING', 'UNKNOWN', 'MODIFYING', 'CANCELLING'])

function firstStep({ isClosing, isExitRefused, stopPaise }: ExitView, wanted: number): ExitStep {
  if (wanted === 0) return { do: 'NOTHING' }
  if (isClosing && !(isExitRefused && stopPaise !== null)) return { do: 'PLACE_EXIT', quantity: wanted }
  return stopPaise === null ? { do: 'NOTHING' } : { do: 'PLACE_STOP', quantity: wanted, triggerPaise: stopPaise }
}

function isStillWanted(view: ExitView, order: ExitOrder, wanted: number): boolean {
  const isStop = order.triggerPaise !== null
  const isExitWanted = view.isClosing && !(view.isExitRefused && view.stopPaise !== null)
  return order.quantity === wanted && (isExitWanted ? !isStop : isStop && order.triggerPaise === view.stopPaise)
}

/**
 * A stop at the exchange. The books may show it as working before it rests and after its trigger, so both are treated
 * alike: modifying a triggered stop moves its price.
 */
function stepOfStop({ isClosing, stopPaise }: ExitView, order: ExitOrder, wanted: number): ExitStep {
  if (wanted === 0) return { do: 'CANCEL' }
  const quantity = order.filled + wanted
  const triggerPaise = stopPaise ?? order.triggerPaise!
  const isEnough = quantity === order.quantity
  const isInPlace = triggerPaise === order.triggerPaise && !order.isLimitWrong
  if (!isClosing && isEnough && isInPlace) return { do: 'NOTHING' }
  // A stop that only lags behind where it should be protects all the same: it is not taken away.
  const isWorthReplacing = order.state === 'RESTING' && (isClosing || !isEnough)
  if (isWorthReplacing && mustBeReplaced(order)) return { do: 'CANCEL' }
  if (order.isPausing) return { do: 'NOTHING' }
  return isClosing ? { do: 'MAKE_MARKETABLE', quantity } : { do: 'CHANGE_STOP', quantity, triggerPaise }
}

/** A marketable order only ever follows price and quantity. */
function stepOfExit(order: ExitOrder, wanted: number): ExitStep {
  if (wanted === 0) return { do: 'CANCEL' }
  const quantity = order.filled + wanted
  if (quantity === order.quantity && !order.isPriceOld) return { do: 'NOTHING' }
  if (mustBeReplaced(order)) return { do: 'CANCEL' }
  return order.isPausing ? { do: 'NOTHING' } : { do: 'MAKE_MARKETABLE', quantity }
}

function mustBeReplaced({ refusals, isReplaceable }: ExitOrder): boolean {
  return refusals >= MOST_REFUSALS && isReplaceable
}
