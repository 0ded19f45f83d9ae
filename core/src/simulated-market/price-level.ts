import { weekday } from '../time.ts'
import { bell, mix } from './chance.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

// A day's level is found by midpoint displacement: fixed levels every 512 slots (about 20 months), and each midpoint
// between two known levels is their mean plus the noise that a random walk would have there. Any day of any year takes
// nine steps, neighbouring days are consistent, and because the fixed levels scatter around the base price, no stock
// drifts to zero or to infinity.
const BLOCK = 512
// Noise of this span and below varies by segment, which gives the volatility clusters of real markets.
const MOOD_SPAN = 32
// Their root mean square is one.
const MOODS = [0.55, 0.7, 0.82, 0.91, 1.14, 1.56] as const

// Six slots share the moves of a five-day week.
const SLOT_SHARE = Math.sqrt(5 / 6)
const MARKET_VOLATILITY = 0.007
const MARKET_PLACE = 50
const OWN_PLACE = 51

/** The closing level of an India day in paise, not rounded to a tick. */
export function priceLevel(seed: number, instrumentKey: number, instrument: SimulatedInstrument, day: number): number {
  const slot = tradingSlot(day)
  const volatility = (instrument.dailyVolatilityBps / 10_000) * SLOT_SHARE
  // A stock moves partly with the market; both parts together have the stock's own volatility.
  const marketPart = Math.min(MARKET_VOLATILITY * (volatility / 0.0145), volatility * 0.8)
  const ownPart = Math.sqrt(volatility * volatility - marketPart * marketPart)
  const growth =
    marketPart * walkAt(mix(seed, MARKET_PLACE), slot) + ownPart * walkAt(mix(instrumentKey, OWN_PLACE), slot)
  return instrument.basePaise * exponential(growth)
}

/** Monday to Friday are five slots and the weekend is one, because a weekend moves prices like one day. */
function tradingSlot(day: number): number {
  const sinceMonday = (weekday(day) + 6) % 7
  return ((day - sinceMonday + 3) / 7) * 6 + Math.min(sinceMonday, 5)
}

/** A random walk of unit steps at a slot. */
function walkAt(key: number, slot: number): number {
  const block = Math.floor(slot / BLOCK)
  let low = block * BLOCK
  let high = low + BLOCK
  let lowValue = fixedLevel(key, low)
  let highValue = fixedLevel(key, high)
  while (slot !== low) {
    const span = high - low
    const middle = low + span / 2
    const mood = span <= MOOD_SPAN ? moodAt(key, Math.floor(middle / MOOD_SPAN)) : 1
    const value = (lowValue + highValue) / 2 + (bell(key, middle) * mood * Math.sqrt(span)) / 2
    if (slot < middle) {
      high = middle
      highValue = value
    } else {
      low = middle
      lowValue = value
    }
  }
  return lowValue
}

// A free walk of 512 steps would scatter the fixed levels by 16 steps; a little less keeps a stock within a few times
// its base price forever.
const FIXED_SCATTER = 11

function fixedLevel(key: number, slot: number): number {
  return bell(key, slot) * FIXED_SCATTER
}

function moodAt(key: number, segment: number): number {
  return MOODS[(mix(mix(key, 7), segment) >>> 0) % MOODS.length] ?? 1
}

// (1 + x/1024)^1024 by ten squarings, because Math.exp may differ in the last bit between JavaScript engines.
function exponential(growth: number): number {
  let power = 1 + growth / 1_024
  for (let squaring = 0; squaring < 10; squaring++) power *= power
  return power
}
