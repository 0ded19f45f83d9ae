// Units of numbers and kinds of ids. A plain number or text may become any of them, since arithmetic forgets its units,
// but none becomes another: shares where paise are wanted, or a position's id where an order's is, do not compile.

declare const unit: unique symbol
type Of<T, Unit extends string> = T & { readonly [unit]?: Unit }

/** Whole paise, except for averages and prices in between. */
export type Paise = Of<number, 'paise'>
/** Shares. */
export type Quantity = Of<number, 'shares'>

export type OrderId = Of<string, 'order'>
export type PositionId = Of<string, 'position'>
export type InstanceId = Of<string, 'bot instance'>
export type UserId = Of<string, 'user'>
/** Ours, carried by the order to the broker. */
export type ClientId = Of<string, 'client'>
export type BrokerOrderId = Of<string, 'broker order'>
export type TradeId = Of<string, 'trade'>
/** The exchange's number of an instrument. */
export type Token = Of<string, 'token'>
