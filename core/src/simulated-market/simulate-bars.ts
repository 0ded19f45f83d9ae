import type { Bars } from '../bars.ts'
import { accept, type Checked } from '../checked.ts'
import { indiaDayNumber, MINUTE_MS } from '../time.ts'
import { checkSimulation, type SimulationRefusalCode, type TimeRange } from './check-simulation.ts'
import { QUARTER_MIN } from './prices/day-shape.ts'
import { openLegPath, quarterPath } from './prices/leg-path.ts'
import { minuteTicks, priceAt } from './prices/minute-ticks.ts'
import { minutesWithin } from './minutes-within.ts'
import { quietMinutes } from './prices/quiet-minutes.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import { type SimulatedMarket, type TradingLeg, tradingLeg } from './trading-leg.ts'

/**
 * The one-minute bars that begin within a range: computed, never stored, and the same whoever asks and for whatever
 * range. Each is the fold of its ticks; a minute without ticks has no bar.
 */
export function simulateBars(
  market: SimulatedMarket,
  instrument: SimulatedInstrument,
  range: TimeRange,
): Checked<Bars, SimulationRefusalCode> {
  const refusal = checkSimulation(market, instrument, range)
  if (refusal) return refusal
  const legs: LegMinutes[] = []
  let count = 0
  for (let day = indiaDayNumber(range.fromMs); day <= indiaDayNumber(range.untilMs); day++) {
    const leg = tradingLeg(market, instrument, day)
    if (!leg) continue
    const { from, until } = minutesWithin(leg, range)
    if (until <= from) continue
    const quiet = quietMinutes(leg)
    legs.push({ leg, quiet, from, until })
    for (let minute = from; minute < until; minute++) if (quiet[minute] === 0) count++
  }
  const bars: Bars = {
    timeMs: new Float64Array(count),
    openPaise: new Int32Array(count),
    highPaise: new Int32Array(count),
    lowPaise: new Int32Array(count),
    closePaise: new Int32Array(count),
    volume: new Float64Array(count),
  }
  let row = 0
  for (const minutes of legs) row = foldLeg(minutes, bars, row)
  return accept(bars)
}

type LegMinutes = {
  readonly leg: TradingLeg
  readonly quiet: Uint8Array
  readonly from: number
  readonly until: number
}

/** Writes the bars of a leg's minutes and returns the row after them. */
function foldLeg({ leg, quiet, from, until }: LegMinutes, bars: Bars, firstRow: number): number {
  const path = openLegPath(leg)
  let row = firstRow
  for (let first = from - (from % QUARTER_MIN); first < until; first += QUARTER_MIN) {
    const quarter = quarterPath(leg, path.days, first / QUARTER_MIN)
    const end = Math.min(first + QUARTER_MIN, until)
    for (let minute = Math.max(first, from); minute < end; minute++) {
      if (quiet[minute] !== 0) continue
      const ticks = minuteTicks(path, quarter, minute)
      bars.timeMs[row] = leg.startMs + minute * MINUTE_MS
      bars.openPaise[row] = ticks.circuitPaise ?? priceAt(path, ticks.levels.at[1] as number)
      bars.highPaise[row] = ticks.circuitPaise ?? priceAt(path, ticks.levels.highest)
      bars.lowPaise[row] = ticks.circuitPaise ?? priceAt(path, ticks.levels.lowest)
      bars.closePaise[row] = ticks.circuitPaise ?? priceAt(path, ticks.levels.at[ticks.count] as number)
      bars.volume[row] = ticks.volume
      row++
    }
  }
  return row
}
