import type { Paise } from '@trading-bot/core/units'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { riskBlockText } from './block-by-risk.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'
import type { Exchange } from '../state/exchange.ts'
import { type ExchangeOrder, isStop, remainingQuantity } from '../state/exchange-order.ts'
import { fundsOf } from './funds-of.ts'
import { closableQuantity, marginFor } from './margin-for.ts'
import type { OrderBook } from '../state/order-book.ts'
import { priceBand } from '../state/price-band.ts'

// NSE allows a stop's limit 3 % beyond its trigger, and ₹1.50 for prices up to ₹50.
const STOP_DISTANCE_SHARE = 0.03
const LOW_PRICE_PAISE = 5_000
const LOW_PRICE_DISTANCE_PAISE = 150

/** The text with which the risk system or the exchange rejects an accepted order; null if it is valid. */
export function checkOrder(exchange: Exchange, book: OrderBook, order: ExchangeOrder): string | null {
  const account = exchange.accounts.get(order.clientCode) as ExchangeAccount
  return (
    riskBlockText(exchange, account, order) ??
    wrongSymbol(book, order) ??
    closedMarket(exchange, order) ??
    frozenQuantity(exchange, order) ??
    wrongPrice(book, order) ??
    missingShares(account, order) ??
    missingFunds(exchange, account, order)
  )
}

function wrongSymbol(book: OrderBook, order: ExchangeOrder): string | null {
  if (book.isIndex) return 'RMS:Rule: Trading is not allowed in this security'
  return order.tradingSymbol === order.instrument.symbol ? null : 'Symbol and token do not belong together'
}

function closedMarket(exchange: Exchange, order: ExchangeOrder): string | null {
  const session = openSessionAt(exchange.calendar, exchange.clock.nowMs(), order.instrument)
  if (!session.ok) return '16000: The trading market is not open'
  return order.variety === 'AMO' && order.acceptedMs >= session.value.openMs ? 'RMS:Rule: Admin stopped AMO' : null
}

function frozenQuantity({ rules, freezes }: Exchange, order: ExchangeOrder): string | null {
  const most = freezes.get(order.instrument.token) ?? rules.freezeQuantity
  return order.quantity > most ? 'RMS:Rule: Check freeze quantity for NSE CASH' : null
}

function wrongPrice(book: OrderBook, order: ExchangeOrder): string | null {
  const { lowerPaise, upperPaise } = priceBand(book)
  const hasTrigger = isStop(order.kind)
  const prices = hasTrigger ? [order.triggerPaise] : []
  if (order.kind !== 'STOPLOSS_MARKET') prices.push(order.pricePaise)
  for (const price of prices) {
    if (price % order.instrument.tickPaise !== 0) return '16283: The order price is not multiple of the tick size'
    if (price < lowerPaise || price > upperPaise) return '16284: The order price is out of the day’s price range'
  }
  return hasTrigger ? wrongTrigger(book, order) : null
}

function wrongTrigger(book: OrderBook, order: ExchangeOrder): string | null {
  const { triggerPaise, pricePaise, side, kind } = order
  const isBuy = side === 'BUY'
  if (order.duration === 'IOC') return 'IOC is not allowed for a stop loss order'
  if (kind === 'STOPLOSS_LIMIT' && (isBuy ? pricePaise < triggerPaise : pricePaise > triggerPaise)) {
    return 'Trigger price must lie between the last price and the limit price'
  }
  const allowedPaise = triggerPaise <= LOW_PRICE_PAISE ? LOW_PRICE_DISTANCE_PAISE : triggerPaise * STOP_DISTANCE_SHARE
  if (kind === 'STOPLOSS_LIMIT' && Math.abs(pricePaise - triggerPaise) > allowedPaise) {
    return 'LPP: The limit price is too far from the trigger price'
  }
  const isPassed = isBuy ? triggerPaise < book.quote.lastPaise : triggerPaise > book.quote.lastPaise
  return isPassed ? 'Trigger price has been passed by the last price' : null
}

function missingShares(account: ExchangeAccount, order: ExchangeOrder): string | null {
  if (order.product !== 'DELIVERY' || order.side !== 'SELL') return null
  const held = account.holdings.get(order.instrument.token)?.quantity ?? 0
  const sold = account.positions.get(`${order.instrument.token}:DELIVERY`)
  const fromHoldings = Math.max(0, held - Math.max(0, (sold?.sellQuantity ?? 0) - (sold?.buyQuantity ?? 0)))
  return closableQuantity(account, order) + fromHoldings >= remainingQuantity(order)
    ? null
    : 'RMS:Margin Exceeds, holdings are not sufficient for this sale'
}

function missingFunds(exchange: Exchange, account: ExchangeAccount, order: ExchangeOrder): string | null {
  const required = marginFor(account, order, exchange.rules)
  // The margin that a modified order has already blocked is not counted against it.
  const available = fundsOf(account, exchange.rules).availablePaise + reservedNow(account, order)
  if (required <= available) return null
  return `Insufficient Funds: available Rs. ${rupees(available)}, required Rs. ${rupees(required)}`
}

function reservedNow(account: ExchangeAccount, order: ExchangeOrder): number {
  if (!account.openOrders.has(order)) return 0
  return Math.ceil((order.marginPaise * remainingQuantity(order)) / order.quantity)
}

function rupees(amountPaise: Paise): string {
  return (amountPaise / 100).toFixed(2)
}
