import { tradingLeg } from '@trading-bot/core/simulated-market/trading-leg'
import type { Exchange } from '../exchange.ts'
import type { OrderBook } from '../matching/order-book.ts'
import { onTick } from './on-tick.ts'

/** On a stock's ex-day its last close, its year's range and everybody's holdings are stated in the new shares. */
export function restateShares(exchange: Exchange, { quote }: OrderBook, dayNumber: number): void {
  const leg = tradingLeg(exchange.market, quote.instrument, dayNumber)
  if (!leg || leg.sharesFactor === quote.sharesFactor) return
  const factor = leg.sharesFactor / quote.sharesFactor
  const { tickPaise, token } = quote.instrument
  quote.sharesFactor = leg.sharesFactor
  quote.lastPaise = onTick(quote.lastPaise / factor, tickPaise)
  quote.yearLowPaise = onTick(quote.yearLowPaise / factor, tickPaise)
  quote.yearHighPaise = onTick(quote.yearHighPaise / factor, tickPaise)
  for (const { holdings } of exchange.accounts.values()) {
    const held = holdings.get(token)
    // Fractions of a share are paid out by the company, not kept here.
    if (held) holdings.set(token, { ...held, quantity: Math.floor(held.quantity * factor) })
  }
}
