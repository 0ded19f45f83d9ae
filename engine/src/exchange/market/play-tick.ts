import type { SimulatedTick } from '@trading-bot/core/simulated-market/simulate-ticks'
import { tradingLeg } from '@trading-bot/core/simulated-market/trading-leg'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Exchange } from '../state/exchange.ts'
import { triggerRules } from '../gtt/trigger-rules.ts'
import { tickAtCircuit } from '../state/circuit.ts'
import { matchTick } from '../matching/match-tick.ts'
import type { OrderBook } from '../state/order-book.ts'
import { onTick } from '../state/on-tick.ts'
import { applyTick } from '../state/quote.ts'

/** A trade updates its quote, matches waiting orders and is published. */
export function playTick(exchange: Exchange, book: OrderBook, traded: SimulatedTick): void {
  const tick = tickAtCircuit(book, traded)
  const dayNumber = indiaDayNumber(tick.atMs)
  if (dayNumber !== book.quote.dayNumber) restateShares(exchange, book, dayNumber)
  applyTick(book.quote, tick)
  matchTick(exchange, book, tick)
  triggerRules(exchange, book)
  for (const listener of exchange.tickListeners) listener(book)
  if (book.mirror) showInMirror(exchange, book, book.mirror, tick)
}

function showInMirror(exchange: Exchange, { quote }: OrderBook, mirror: OrderBook, tick: SimulatedTick): void {
  mirror.quote = { ...quote, instrument: mirror.quote.instrument }
  matchTick(exchange, mirror, tickAtCircuit(mirror, tick))
  triggerRules(exchange, mirror)
  for (const listener of exchange.tickListeners) listener(mirror)
}

/** On a stock's ex-day its last close, its year's range and everybody's holdings are stated in the new shares. */
function restateShares(exchange: Exchange, { quote, mirror }: OrderBook, dayNumber: number): void {
  const leg = tradingLeg(exchange.market, quote.instrument, dayNumber)
  if (!leg || leg.sharesFactor === quote.sharesFactor) return
  const factor = leg.sharesFactor / quote.sharesFactor
  const { tickPaise, token } = quote.instrument
  const tokens = mirror ? [token, mirror.quote.instrument.token] : [token]
  quote.sharesFactor = leg.sharesFactor
  quote.lastPaise = onTick(quote.lastPaise / factor, tickPaise)
  quote.yearLowPaise = onTick(quote.yearLowPaise / factor, tickPaise)
  quote.yearHighPaise = onTick(quote.yearHighPaise / factor, tickPaise)
  for (const { holdings } of exchange.accounts.values()) {
    for (const listed of tokens) {
      const held = holdings.get(listed)
      // Fractions of a share are paid out by the company, not kept here.
      if (held) holdings.set(listed, { ...held, quantity: Math.floor(held.quantity * factor) })
    }
  }
}
