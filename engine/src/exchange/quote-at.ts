import type { Checked } from '@trading-bot/core/checked'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import { simulateTicks } from '@trading-bot/core/simulated-market/simulate-ticks'
import { type SimulatedMarket, type TradingLeg, tradingLeg } from '@trading-bot/core/simulated-market/trading-leg'
import { indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import { applyTick, type Quote } from './quote.ts'

// No market stays shut for longer.
const LONGEST_CLOSURE_DAYS = 30

/** The quote of an instant, computed from the market itself: nothing has to have been running before. */
export function quoteAt(market: SimulatedMarket, instrument: SimulatedInstrument, atMs: number): Quote {
  const day = legBefore(market, instrument, indiaDayNumber(atMs), atMs)
  const before = legBefore(market, instrument, day.dayNumber - 1, atMs)
  const previousClosePaise = closeOf(market, instrument, before.leg)
  const quote: Quote = {
    instrument,
    dayNumber: before.dayNumber,
    sequence: 0,
    lastPaise: previousClosePaise,
    lastQuantity: 0,
    lastMs: before.leg.startMs,
    dayVolume: 0,
    dayValuePaise: 0,
    openPaise: previousClosePaise,
    highPaise: previousClosePaise,
    lowPaise: previousClosePaise,
    previousClosePaise,
  }
  const ticks = valueOf(simulateTicks(market, instrument, { fromMs: day.leg.startMs, untilMs: atMs + 1 }))
  for (const tick of ticks) applyTick(quote, tick)
  return quote
}

type DayLeg = { readonly dayNumber: number; readonly leg: TradingLeg }

function legBefore(market: SimulatedMarket, instrument: SimulatedInstrument, from: number, atMs: number): DayLeg {
  for (let dayNumber = from; dayNumber > from - LONGEST_CLOSURE_DAYS; dayNumber--) {
    const leg = tradingLeg(market, instrument, dayNumber)
    if (leg && leg.startMs <= atMs) return { dayNumber, leg }
  }
  throw new Error(`no session of ${instrument.symbol} in ${LONGEST_CLOSURE_DAYS} days`)
}

function closeOf(market: SimulatedMarket, instrument: SimulatedInstrument, leg: TradingLeg): number {
  const untilMs = leg.startMs + leg.minutes * MINUTE_MS
  const bars = valueOf(simulateBars(market, instrument, { fromMs: untilMs - MINUTE_MS, untilMs }))
  return bars.closePaise[0] as number
}

function valueOf<T>(checked: Checked<T, string>): T {
  if (!checked.ok) throw new Error(checked.refusal.sentence)
  return checked.value
}
