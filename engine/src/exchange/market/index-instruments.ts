import type { Paise } from '@trading-bot/core/units'
import type { Sector } from '@trading-bot/core/simulated-market/sector'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'

/** Indices are quoted and charted but never traded. Tokens as in the instrument master. */
export const INDEX_INSTRUMENTS: readonly SimulatedInstrument[] = [
  index('Nifty 50', '99926000', 'NIFTY', 2_600_000, 'MARKET'),
  index('Nifty Bank', '99926009', 'BANKNIFTY', 5_800_000, 'BANKS'),
]

function index(symbol: string, token: string, name: string, basePaise: Paise, sector: Sector): SimulatedInstrument {
  const listing = { symbol, token, name, tickPaise: 5, lotSize: 1, hasDerivatives: true }
  return { ...listing, basePaise, dailyVolatilityBps: 80, sector, isIndex: true }
}
