import type { Instrument } from '../instrument.ts'
import { even, mixText } from './chance.ts'
import { NIFTY_50 } from './nifty-50.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/**
 * How the simulated market trades an instrument: as the table says, or, for one an operator added, at a price and a
 * volatility invented from its token, the same ones every time.
 */
export function simulatedInstrumentFor(instrument: Instrument): SimulatedInstrument {
  const listed = NIFTY_50.find((candidate) => candidate.token === instrument.token)
  if (listed) return { ...listed, ...instrument }
  const key = mixText(0, instrument.token)
  // A few hundred to a few thousand ticks either side of where such ticks are used.
  const ticks = 20_000 + Math.floor(8_000 * even(key, 1))
  return {
    ...instrument,
    name: instrument.symbol,
    basePaise: Math.min(ticks * instrument.tickPaise, 50_000_000),
    dailyVolatilityBps: 160 + Math.floor(60 * even(key, 2)),
    hasDerivatives: false,
  }
}
