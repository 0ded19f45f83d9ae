import type { Paise } from '@trading-bot/core/units'
import type { Checked } from '@trading-bot/core/checked'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import { simulateTicks } from '@trading-bot/core/simulated-market/simulate-ticks'
import { type SimulatedMarket, type TradingLeg, tradingLeg } from '@trading-bot/core/simulated-market/trading-leg'
import { indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import { onTick } from '../state/on-tick.ts'
import { applyTick, type Quote } from '../state/quote.ts'

// No market stays closed for longer.
const LONGEST_CLOSURE_DAYS = 30

/** The quote at an instant, computed from the market alone, so that the exchange need not have run before. */
export function quoteAt(market: SimulatedMarket, instrument: SimulatedInstrument, atMs: number): Quote {
  const day = legBefore(market, instrument, indiaDayNumber(atMs), atMs)
  const before = legBefore(market, instrument, day.dayNumber - 1, atMs)
  const { sharesFactor } = day.leg
  const closePaise = closeOf(market, instrument, before.leg)
  const previousClosePaise = onTick((closePaise * before.leg.sharesFactor) / sharesFactor, instrument.tickPaise)
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
    ...yearRange(market, instrument, day, previousClosePaise),
    sharesFactor,
  }
  const ticks = valueOf(simulateTicks(market, instrument, { fromMs: day.leg.startMs, untilMs: atMs + 1 }))
  for (const tick of ticks) applyTick(quote, tick)
  return quote
}

/** Lowest and highest close of 52 weeks in the day's shares, sampled weekly because daily samples would cost five times as much. */
function yearRange(market: SimulatedMarket, instrument: SimulatedInstrument, day: DayLeg, closePaise: Paise) {
  let yearLowPaise = closePaise
  let yearHighPaise = closePaise
  for (let week = 1; week <= 52; week++) {
    const leg = tradingLeg(market, instrument, day.dayNumber - 7 * week)
    if (!leg) continue
    const close = onTick((leg.toPrice * leg.sharesFactor) / day.leg.sharesFactor, instrument.tickPaise)
    yearLowPaise = Math.min(yearLowPaise, close)
    yearHighPaise = Math.max(yearHighPaise, close)
  }
  return { yearLowPaise, yearHighPaise }
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
