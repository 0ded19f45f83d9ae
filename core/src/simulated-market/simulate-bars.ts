import type { Bars } from '../bars.ts'
import { accept, type Checked } from '../checked.ts'
import { indiaDayNumber, MINUTE_MS } from '../time.ts'
import { checkSimulation, type SimulationRefusalCode, type TimeRange } from './check-simulation.ts'
import { minutePath } from './minute-path.ts'
import { minuteTicks, minuteVolume, onGrid, tickLevel } from './minute-ticks.ts'
import { minutesWithin } from './minutes-within.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import { type SimulatedMarket, type TradingLeg, tradingLeg } from './trading-leg.ts'

/**
 * The one-minute bars that begin within a range: computed, never stored, and the same whoever asks and for whatever
 * range. Each is the fold of its ticks.
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
    legs.push({ leg, from, until })
    count += until - from
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
  for (const minutes of legs) {
    foldLeg(minutes, bars, row)
    row += minutes.until - minutes.from
  }
  return accept(bars)
}

type LegMinutes = { readonly leg: TradingLeg; readonly from: number; readonly until: number }

function foldLeg({ leg, from, until }: LegMinutes, bars: Bars, firstRow: number): void {
  const path = minutePath(leg)
  for (let minute = from; minute < until; minute++) {
    const row = firstRow + minute - from
    const ticks = minuteTicks(leg, path, minute)
    const open = tickLevel(ticks, 0)
    let high = Math.max(open, ticks.toPrice)
    let low = Math.min(open, ticks.toPrice)
    for (let index = 1; index < ticks.count - 1; index++) {
      const level = tickLevel(ticks, index)
      if (level > high) high = level
      if (level < low) low = level
    }
    bars.timeMs[row] = leg.startMs + minute * MINUTE_MS
    bars.openPaise[row] = onGrid(open, leg.tickPaise)
    bars.highPaise[row] = onGrid(high, leg.tickPaise)
    bars.lowPaise[row] = onGrid(low, leg.tickPaise)
    bars.closePaise[row] = onGrid(ticks.toPrice, leg.tickPaise)
    bars.volume[row] = minuteVolume(leg, ticks, minute)
  }
}
