import type { Instrument } from '@trading-bot/core/instrument'
import type { StoredSymbol } from './symbol-store.ts'

type Row = Pick<StoredSymbol, 'symbol' | 'token' | 'tick_paise' | 'lot_size'>
type SymbolInstrument = Instrument & { readonly hasDerivatives: boolean }

/**
 * A symbol as orders and the calendar know it. The calendar has the closing auction by token, as the instrument master
 * listed it; for a token that no master has listed the auction's earlier close is the safe one.
 */
export function instrumentOf({ symbol, token, tick_paise, lot_size }: Row): SymbolInstrument {
  return { symbol, token, tickPaise: tick_paise, lotSize: lot_size, hasDerivatives: true }
}
