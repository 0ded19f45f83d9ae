/** Empty text while a number is not typed. */
export type Typed = number | string

type Values = {
  readonly symbol: string
  readonly token: string
  readonly quantity: Typed
  readonly ema_period: Typed
  readonly stop_loss_percentage: Typed
  readonly target_profit_percentage: Typed
  readonly max_orders_per_day: Typed
}

/** What a regular plan's owner chooses, as the calls take it. */
export function ownParameters(values: Values) {
  return {
    symbol: values.symbol,
    token: values.token,
    quantity: Number(values.quantity),
    ema_period: Number(values.ema_period),
    stop_loss_percentage: Number(values.stop_loss_percentage),
    target_profit_percentage: Number(values.target_profit_percentage),
    max_orders_per_day: Number(values.max_orders_per_day),
  }
}
