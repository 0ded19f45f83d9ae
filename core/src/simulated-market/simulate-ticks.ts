import type { Paise, Quantity } from '../units.ts'
import { accept, type Checked } from '../checked.ts'
import { indiaDayNumber, MINUTE_MS } from '../time.ts'
import { checkSimulation, type SimulationRefusalCode, type TimeRange } from './check-simulation.ts'
import { minutePath } from './minute-path.ts'
import { minuteTicks, minuteVolume, onGrid, tickLevel, tickOffsetMs, tickQuantity } from './minute-ticks.ts'
import { minutesWithin } from './minutes-within.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import { type SimulatedMarket, tradingLeg } from './trading-leg.ts'

export type SimulatedTick = {
  readonly atMs: number
  readonly pricePaise: Paise
  /** Quantity of this trade. */
  readonly quantity: Quantity
}

/** The ticks within a time range, in order; aggregated by minute they equal `simulateBars`. */
export function simulateTicks(
  market: SimulatedMarket,
  instrument: SimulatedInstrument,
  range: TimeRange,
): Checked<readonly SimulatedTick[], SimulationRefusalCode> {
  const refusal = checkSimulation(market, instrument, range)
  if (refusal) return refusal
  const found: SimulatedTick[] = []
  for (let day = indiaDayNumber(range.fromMs); day <= indiaDayNumber(range.untilMs); day++) {
    const leg = tradingLeg(market, instrument, day)
    if (!leg) continue
    // A range may start inside a minute.
    const { from, until } = minutesWithin(leg, { ...range, fromMs: range.fromMs - MINUTE_MS + 1 })
    if (until <= from) continue
    const path = minutePath(leg)
    for (let minute = from; minute < until; minute++) {
      const ticks = minuteTicks(leg, path, minute)
      const volume = minuteVolume(leg, ticks, minute)
      const startMs = leg.startMs + minute * MINUTE_MS
      for (let index = 0; index < ticks.count; index++) {
        const atMs = startMs + tickOffsetMs(ticks, index)
        if (atMs < range.fromMs || atMs >= range.untilMs) continue
        found.push({
          atMs,
          pricePaise: onGrid(tickLevel(ticks, index), leg.tickPaise),
          quantity: tickQuantity(ticks, volume, index),
        })
      }
    }
  }
  return accept(found)
}
