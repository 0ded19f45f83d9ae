import type { Token } from '@trading-bot/core/units'
import type { PaperMarket } from '../brokers/paper/paper-market.ts'
import type { Clock } from '../ports/clock.ts'

export type Circuit = { readonly token: Token; readonly fromMs: number; readonly untilMs: number }

/** A market in which one instrument is at its circuit for a while: nobody takes the other side, nothing fills. */
export function circuitMarket(market: PaperMarket, clock: Clock, circuit: Circuit | null): PaperMarket {
  const isLocked = (token: Token) =>
    circuit?.token === token && clock.nowMs() >= circuit.fromMs && clock.nowMs() < circuit.untilMs
  return { ...market, quoteOf: (token) => (isLocked(token) ? null : market.quoteOf(token)) }
}
