// Order terms. Denied: refused by our own checks and never sent. Rejected: provably refused by the broker.
// Unknown: the outcome is not proven yet, so the order counts as open.

export type OrderSide = 'BUY' | 'SELL'

/** @public Used by the live engine. */
export type OrderPurpose = 'ENTRY' | 'STOP' | 'TARGET' | 'EXIT' | 'SQUARE_OFF'

/** @public Used by the live engine. */
export type OrderState =
  | 'CREATED'
  | 'SENDING'
  | 'ACKNOWLEDGED'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'DENIED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'UNKNOWN'
