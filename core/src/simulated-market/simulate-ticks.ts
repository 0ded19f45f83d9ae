import type { Paise, Quantity } from '../units.ts'
import { accept, type Checked } from '../checked.ts'
import { indiaDayNumber, MINUTE_MS } from '../time.ts'
import { checkSimulation, type SimulationRefusalCode, type TimeRange } from './check-simulation.ts'
import { QUARTER_MIN } from './prices/day-shape.ts'
import { type LegPath, openLegPath, quarterPath } from './prices/leg-path.ts'
import { type MinuteTicks, minuteTicks, priceAt, tickOffsetMs, volumeUpTo } from './prices/minute-ticks.ts'
import { minutesWithin } from './minutes-within.ts'
import { quietMinutes } from './prices/quiet-minutes.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import { type SimulatedMarket, tradingLeg } from './trading-leg.ts'

export type SimulatedTick = {
  readonly atMs: number
  readonly pricePaise: Paise
  /** Quantity of this trade. */
  readonly quantity: Quantity
}

/** The ticks within a time range, in order, none in a quiet minute; aggregated by minute they equal `simulateBars`. */
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
    const path = openLegPath(leg)
    const quiet = quietMinutes(leg)
    for (let first = from - (from % QUARTER_MIN); first < until; first += QUARTER_MIN) {
      const quarter = quarterPath(leg, path.days, first / QUARTER_MIN)
      for (let minute = Math.max(first, from); minute < Math.min(first + QUARTER_MIN, until); minute++) {
        if (quiet[minute] === 0) addTicks(found, path, minuteTicks(path, quarter, minute), minute, range)
      }
    }
  }
  return accept(found)
}

function addTicks(found: SimulatedTick[], path: LegPath, ticks: MinuteTicks, minute: number, range: TimeRange): void {
  const { count, circuitPaise } = ticks
  const { fromMs, untilMs } = range
  const levels = ticks.levels.at
  const startMs = path.leg.startMs + minute * MINUTE_MS
  let traded = 0
  for (let index = 0; index < count; index++) {
    const before = traded
    traded = volumeUpTo(ticks, index + 1)
    const atMs = startMs + tickOffsetMs(ticks, index)
    if (atMs < fromMs || atMs >= untilMs) continue
    const pricePaise = circuitPaise === null ? priceAt(path, levels[index + 1] as number) : circuitPaise
    found.push({ atMs, pricePaise, quantity: traded - before })
  }
}
