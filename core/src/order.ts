// Order terms. Denied: refused by our own checks and never sent. Rejected: provably refused by the broker.
// Unknown: the outcome is not proven yet, so the order counts as open.

export type OrderSide = 'BUY' | 'SELL'

/** @public Used by the live engine. */
export type OrderPurpose =
  | 'ENTRY'
  | 'STOP'
  | 'TARGET'
  | 'EXIT'
  | 'SQUARE_OFF'
  /** The stop that rests at the exchange; an exit turns the same order into a marketable one. */
  | 'PROTECT'
  /** Shares that the owner or the broker closed without us, booked with the broker's prices. */
  | 'OUTSIDE'

/** @public Used by the live engine. */
export type OrderState =
  | 'CREATED'
  | 'SENDING'
  | 'ACKNOWLEDGED'
  | 'PARTIALLY_FILLED'
  /** A stop that waits for its trigger at the exchange. */
  | 'RESTING'
  /** A modification or a cancellation is recorded and possibly sent; its outcome is not proven yet. */
  | 'MODIFYING'
  | 'CANCELLING'
  | 'FILLED'
  | 'DENIED'
  | 'REJECTED'
  | 'CANCELLED'
  /** Its validity ended before it was sent or filled. */
  | 'EXPIRED'
  /** Counted as never placed, and watched until the end of the day because it may appear at the broker after all. */
  | 'LOST'
  | 'UNKNOWN'
