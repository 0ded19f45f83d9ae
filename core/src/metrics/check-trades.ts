import { type InputRefusal, refuse } from '../checked.ts'
import type { ClosedRoundTrip } from './closed-round-trip.ts'

export type TradeRefusalCode = 'TRADE_INVALID' | 'TRADES_OUT_OF_ORDER'

/** The first invalid trade, or null. Trades must be in order of exit, because streaks and gaps depend on it. */
export function checkTrades(
  trades: readonly ClosedRoundTrip[],
): { readonly ok: false; readonly refusal: InputRefusal<TradeRefusalCode> } | null {
  let lastExitAtMs = -Infinity
  for (const [row, { netPaise, entryAtMs, exitAtMs }] of trades.entries()) {
    if (!Number.isSafeInteger(netPaise)) {
      return refuse('TRADE_INVALID', 'netPaise', 'A trade’s result is not whole paise.', row)
    }
    if (!Number.isFinite(entryAtMs)) return refuse('TRADE_INVALID', 'entryAtMs', 'A trade has no entry time.', row)
    if (!(exitAtMs >= entryAtMs && exitAtMs < Infinity)) {
      return refuse('TRADE_INVALID', 'exitAtMs', 'A trade ends before it began.', row)
    }
    if (exitAtMs < lastExitAtMs) {
      return refuse('TRADES_OUT_OF_ORDER', 'exitAtMs', 'Trades are not in the order of their exits.', row)
    }
    lastExitAtMs = exitAtMs
  }
  return null
}
