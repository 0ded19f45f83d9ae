import type { Quantity } from '@trading-bot/core/units'
import type { OrderSide } from '@trading-bot/core/order'
import type { Exchange } from '../state/exchange.ts'
import type { ExchangeAccount, ExchangePosition } from '../state/exchange-account.ts'
import type { OrderProduct } from '../state/exchange-order.ts'
import { type ExchangeAnswer, refuseWith } from '../state/exchange-refusal.ts'
import { fundsOf, netQuantity } from '../risk/funds-of.ts'

export type Conversion = {
  readonly token: string
  readonly side: OrderSide
  readonly from: OrderProduct
  readonly to: OrderProduct
  readonly quantity: Quantity
}

/** Converts shares of an open position to another product at their average price, if the account has the margin. */
export function convertPosition(
  exchange: Exchange,
  account: ExchangeAccount,
  conversion: Conversion,
): ExchangeAnswer<null> {
  const { token, side, from, to, quantity } = conversion
  const position = account.positions.get(`${token}:${from}`)
  const net = position ? netQuantity(position) : 0
  const open = side === 'BUY' ? net : -net
  // A short position cannot be converted to delivery.
  const isSound = from !== to && Number.isSafeInteger(quantity) && quantity > 0 && quantity <= open
  if (!position || !isSound || (side === 'SELL' && to === 'DELIVERY')) return refuseWith('AB1017')
  const tried = { ...account, positions: new Map(account.positions) }
  const [left, moved] = [
    { ...position },
    { ...(account.positions.get(`${token}:${to}`) ?? emptyPosition(position, to)) },
  ]
  move(left, moved, side, quantity)
  tried.positions.set(`${token}:${from}`, left).set(`${token}:${to}`, moved)
  if (fundsOf(tried, exchange.rules).availablePaise < 0) return refuseWith('AB1017')
  account.positions.set(`${token}:${from}`, left).set(`${token}:${to}`, moved)
  return { ok: true, value: null }
}

function emptyPosition({ instrument }: ExchangePosition, product: OrderProduct): ExchangePosition {
  return { instrument, product, buyQuantity: 0, buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }
}

function move(from: ExchangePosition, to: ExchangePosition, side: OrderSide, quantity: Quantity): void {
  const [shares, value] =
    side === 'BUY' ? (['buyQuantity', 'buyValuePaise'] as const) : (['sellQuantity', 'sellValuePaise'] as const)
  const valuePaise = Math.round((from[value] * quantity) / from[shares])
  from[shares] -= quantity
  from[value] -= valuePaise
  to[shares] += quantity
  to[value] += valuePaise
}
