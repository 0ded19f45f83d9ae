import type { Paise, Quantity } from '@trading-bot/core/units'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import type { SimulatedTick } from '@trading-bot/core/simulated-market/simulate-ticks'
import { indiaDayNumber } from '@trading-bot/core/time'

/** The current quote of an instrument, updated in place at every tick. */
export type Quote = {
  readonly instrument: SimulatedInstrument
  dayNumber: number
  sequence: number
  lastPaise: Paise
  lastQuantity: Quantity
  lastMs: number
  dayVolume: number
  dayValuePaise: Paise
  openPaise: Paise
  highPaise: Paise
  lowPaise: Paise
  previousClosePaise: Paise
  /** Extremes of the 52 weeks before the exchange opened and of the time since. */
  yearLowPaise: Paise
  yearHighPaise: Paise
  /** The shares, after all splits, that the prices are stated in. */
  sharesFactor: number
}

export function applyTick(quote: Quote, tick: SimulatedTick): void {
  const dayNumber = indiaDayNumber(tick.atMs)
  if (dayNumber !== quote.dayNumber) beginDay(quote, dayNumber, tick.pricePaise)
  quote.sequence++
  quote.lastPaise = tick.pricePaise
  quote.lastQuantity = tick.quantity
  quote.lastMs = tick.atMs
  quote.dayVolume += tick.quantity
  quote.dayValuePaise += tick.quantity * tick.pricePaise
  quote.highPaise = Math.max(quote.highPaise, tick.pricePaise)
  quote.lowPaise = Math.min(quote.lowPaise, tick.pricePaise)
  quote.yearLowPaise = Math.min(quote.yearLowPaise, tick.pricePaise)
  quote.yearHighPaise = Math.max(quote.yearHighPaise, tick.pricePaise)
}

function beginDay(quote: Quote, dayNumber: number, openPaise: Paise): void {
  quote.previousClosePaise = quote.lastPaise
  quote.dayNumber = dayNumber
  quote.openPaise = openPaise
  quote.highPaise = openPaise
  quote.lowPaise = openPaise
  quote.dayVolume = 0
  quote.dayValuePaise = 0
}

export function averagePaise(quote: Quote): number {
  return quote.dayVolume === 0 ? quote.lastPaise : Math.round(quote.dayValuePaise / quote.dayVolume)
}
