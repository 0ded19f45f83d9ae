import { tradingLeg } from '@trading-bot/core/simulated-market/trading-leg'
import type { Exchange } from './exchange.ts'
import type { Pit } from './pit.ts'

type YearRange = { readonly lowPaise: number; readonly highPaise: number }

const YEAR_DAYS = 365
const known = new WeakMap<Pit, { readonly dayNumber: number; readonly range: YearRange }>()

/** Lowest and highest of 52 weeks, by daily closes and today's extremes; the closes are looked up once a day. */
export function yearRange(exchange: Exchange, pit: Pit): YearRange {
  const { quote } = pit
  let remembered = known.get(pit)
  if (remembered?.dayNumber !== quote.dayNumber) {
    remembered = { dayNumber: quote.dayNumber, range: closesOfYear(exchange, pit) }
    known.set(pit, remembered)
  }
  return {
    lowPaise: Math.min(remembered.range.lowPaise, quote.lowPaise),
    highPaise: Math.max(remembered.range.highPaise, quote.highPaise),
  }
}

function closesOfYear(exchange: Exchange, pit: Pit): YearRange {
  const { quote } = pit
  const { tickPaise } = quote.instrument
  let lowPaise = quote.previousClosePaise
  let highPaise = quote.previousClosePaise
  for (let day = quote.dayNumber - YEAR_DAYS; day < quote.dayNumber; day++) {
    const leg = tradingLeg(exchange.market, quote.instrument, day)
    if (!leg) continue
    const close = Math.round(leg.toPrice / tickPaise) * tickPaise
    lowPaise = Math.min(lowPaise, close)
    highPaise = Math.max(highPaise, close)
  }
  return { lowPaise, highPaise }
}
