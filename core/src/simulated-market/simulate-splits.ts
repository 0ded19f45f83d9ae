import { accept, type Checked } from '../checked.ts'
import { indiaDayNumber } from '../time.ts'
import { checkSimulation, type SimulationRefusalCode, type TimeRange } from './check-simulation.ts'
import { exposuresOf } from './prices/exposures.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import { shareChanges } from './splits.ts'
import { type SimulatedMarket, tradingDayFrom } from './trading-leg.ts'

export type SimulatedSplit = {
  /** The first India day that trades in the new shares. */
  readonly exDay: number
  /** New shares for an old one: 2 for a split, 0.5 for a consolidation. Earlier prices are divided by it. */
  readonly factor: number
}

/** The splits and consolidations whose ex-day lies within a range, in order; bars and ticks are not adjusted for them. */
export function simulateSplits(
  market: SimulatedMarket,
  instrument: SimulatedInstrument,
  range: TimeRange,
): Checked<readonly SimulatedSplit[], SimulationRefusalCode> {
  const refusal = checkSimulation(market, instrument, range)
  if (refusal) return refusal
  const first = indiaDayNumber(range.fromMs)
  const last = indiaDayNumber(range.untilMs)
  const changes = shareChanges(exposuresOf(market, instrument), last)
  const splits = changes.map(({ day, factor }) => ({ exDay: tradingDayFrom(market, instrument, day), factor }))
  return accept(splits.filter(({ exDay }) => exDay >= first && exDay <= last))
}
