import { accept, type Checked } from '../checked.ts'
import { checkTrades, type TradeRefusalCode } from './check-trades.ts'
import type { ClosedRoundTrip } from './closed-round-trip.ts'

export type TradeIntervals = {
  /** Time from one entry to the next, in order; one fewer than the trades. */
  readonly betweenEntriesMs: readonly number[]
  readonly averageBetweenEntriesMs: number | null
  readonly averageHeldMs: number | null
  readonly shortestHeldMs: number | null
  readonly longestHeldMs: number | null
}

export function tradeIntervals(trades: readonly ClosedRoundTrip[]): Checked<TradeIntervals, TradeRefusalCode> {
  const refusal = checkTrades(trades)
  if (refusal) return refusal
  const entries = trades.map((trade) => trade.entryAtMs).sort((left, right) => left - right)
  const betweenEntriesMs = entries.slice(1).map((entry, row) => entry - (entries[row] as number))
  let heldMs = 0
  let shortestHeldMs = Infinity
  let longestHeldMs = 0
  for (const { entryAtMs, exitAtMs } of trades) {
    heldMs += exitAtMs - entryAtMs
    shortestHeldMs = Math.min(shortestHeldMs, exitAtMs - entryAtMs)
    longestHeldMs = Math.max(longestHeldMs, exitAtMs - entryAtMs)
  }
  const count = trades.length
  const spanMs = (entries.at(-1) ?? 0) - (entries[0] ?? 0)
  return accept({
    betweenEntriesMs,
    averageBetweenEntriesMs: count > 1 ? spanMs / (count - 1) : null,
    averageHeldMs: count > 0 ? heldMs / count : null,
    shortestHeldMs: count > 0 ? shortestHeldMs : null,
    longestHeldMs: count > 0 ? longestHeldMs : null,
  })
}
