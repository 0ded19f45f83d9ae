// The words of an order. Denied is ours and never left the house; rejected is the broker's proven refusal;
// unknown is an outcome nobody has proven yet, and reads as open.

export type OrderSide = 'BUY' | 'SELL'

/** @public The live engine's words. */
export type OrderPurpose = 'ENTRY' | 'STOP' | 'TARGET' | 'EXIT' | 'SQUARE_OFF'

/** @public The live engine's words. */
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
