import type { Exchange } from '../exchange.ts'
import type { Pit } from '../pit.ts'

/** The instrument master: every value a string, the tick in paise. */
export function presentMaster(exchange: Exchange) {
  return [...exchange.pits.values()].map((pit) => presentInstrument(pit))
}

function presentInstrument(pit: Pit) {
  const { instrument } = pit.quote
  return {
    token: instrument.token,
    symbol: instrument.symbol,
    name: pit.isIndex ? instrument.name : instrument.symbol.replace(/-EQ$/, ''),
    expiry: '',
    strike: '-1.000000',
    lotsize: String(instrument.lotSize),
    instrumenttype: pit.isIndex ? 'AMXIDX' : '',
    exch_seg: 'NSE',
    tick_size: instrument.tickPaise.toFixed(6),
  }
}
