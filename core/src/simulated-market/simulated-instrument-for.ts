import type { Instrument } from '../instrument.ts'
import { even, mix, mixText } from '../random/chance.ts'
import { NIFTY_50 } from './nifty-50.ts'
import { SECTORS } from './sector.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/**
 * Simulated price and volatility of an instrument: from the table, or, for one that an operator added, derived from its
 * token, so that they are always the same.
 */
export function simulatedInstrumentFor(instrument: Instrument): SimulatedInstrument {
  const listed = NIFTY_50.find((candidate) => candidate.token === instrument.token)
  if (listed) return { ...listed, ...instrument }
  const key = mixText(0, instrument.token)
  // A few hundred to a few thousand ticks, as is typical for such a tick size.
  const ticks = 20_000 + Math.floor(8_000 * even(key, 1))
  return {
    ...instrument,
    name: instrument.symbol,
    basePaise: Math.min(ticks * instrument.tickPaise, 50_000_000),
    dailyVolatilityBps: 160 + Math.floor(60 * even(key, 2)),
    hasDerivatives: false,
    sector: SECTORS[(mix(key, 3) >>> 0) % SECTORS.length] ?? 'INDUSTRY',
  }
}
