import type { Paise } from '@trading-bot/core/units'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'

/** Indices are quoted and charted but never traded. Tokens as in the instrument master. */
export const INDEX_INSTRUMENTS: readonly SimulatedInstrument[] = [
  index('Nifty 50', '99926000', 'NIFTY', 2_600_000),
  index('Nifty Bank', '99926009', 'BANKNIFTY', 5_800_000),
]

function index(symbol: string, token: string, name: string, basePaise: Paise): SimulatedInstrument {
  return { symbol, token, name, basePaise, tickPaise: 5, lotSize: 1, dailyVolatilityBps: 80, hasDerivatives: true }
}
