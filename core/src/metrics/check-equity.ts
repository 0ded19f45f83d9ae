import { type InputRefusal, refuse } from '../checked.ts'
import type { EquityColumns } from './equity-columns.ts'

export type EquityRefusalCode = 'EQUITY_EMPTY' | 'EQUITY_INVALID' | 'EQUITY_OUT_OF_ORDER'

/** The first invalid row of an equity curve, or null. */
export function checkEquity({
  atMs,
  equityPaise,
}: EquityColumns): { readonly ok: false; readonly refusal: InputRefusal<EquityRefusalCode> } | null {
  if (equityPaise.length === 0) return refuse('EQUITY_EMPTY', 'equityPaise', 'There is no equity to measure.')
  if (atMs.length !== equityPaise.length) {
    return refuse('EQUITY_INVALID', 'atMs', 'Times and values of the equity differ in number.')
  }
  let last = -Infinity
  for (let row = 0; row < atMs.length; row++) {
    const at = atMs[row] as number
    if (!Number.isFinite(equityPaise[row])) {
      return refuse('EQUITY_INVALID', 'equityPaise', 'A value of the equity is not a number.', row)
    }
    if (!Number.isFinite(at)) return refuse('EQUITY_INVALID', 'atMs', 'A time of the equity is not a number.', row)
    if (at < last) return refuse('EQUITY_OUT_OF_ORDER', 'atMs', 'The equity is not in order of time.', row)
    last = at
  }
  return null
}
