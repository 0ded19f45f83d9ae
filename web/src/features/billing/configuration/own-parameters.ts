/** Empty text while a number is not typed. */
export type NumberInputValue = number | string

type Values = {
  readonly symbol: string
  readonly token: string
  readonly quantity: NumberInputValue
  readonly ema_period: NumberInputValue
  readonly stop_loss_percentage: NumberInputValue
  readonly target_profit_percentage: NumberInputValue
  readonly max_orders_per_day: NumberInputValue
}

/** The parameters the owner of a regular plan chooses, in the form the API expects. */
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
