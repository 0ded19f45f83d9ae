import type { Instrument } from '@trading-bot/core/instrument'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import type { StoredSymbol } from './symbol-store.ts'

type Row = Pick<StoredSymbol, 'symbol' | 'token' | 'tick_paise' | 'lot_size'>
type SymbolInstrument = Instrument & { readonly hasDerivatives: boolean }

/** A symbol as orders and the calendar know it; the stocks of the index are those with derivatives. */
export function instrumentOf({ symbol, token, tick_paise, lot_size }: Row): SymbolInstrument {
  const hasDerivatives = NIFTY_50.some((stock) => stock.token === token)
  return { symbol, token, tickPaise: tick_paise, lotSize: lot_size, hasDerivatives }
}
