import type { Paise } from '../units.ts'
import { accept, type Checked } from '../checked.ts'
import { checkEquity, type EquityRefusalCode } from './check-equity.ts'
import type { EquityColumns } from './equity-columns.ts'

export type Drawdown = {
  /** The deepest fall from an earlier peak. Zero when the equity never fell. */
  readonly paise: Paise
  /** The largest fall in percent of its own peak, which need not be the same fall; null when no peak is above zero. */
  readonly percent: number | null
  /** Rows of the deepest fall in paise; both are null when there was none. */
  readonly peakRow: number | null
  readonly troughRow: number | null
}

export function maxDrawdown(equity: EquityColumns): Checked<Drawdown, EquityRefusalCode> {
  const refusal = checkEquity(equity)
  if (refusal) return refusal
  const { equityPaise } = equity
  let peak = equityPaise[0] as number
  let highRow = 0
  let paise = 0
  let share = 0
  let peakRow: number | null = null
  let troughRow: number | null = null
  for (let row = 1; row < equityPaise.length; row++) {
    const value = equityPaise[row] as number
    if (value > peak) {
      peak = value
      highRow = row
      continue
    }
    const fall = peak - value
    if (peak > 0) share = Math.max(share, fall / peak)
    if (fall > paise) {
      paise = fall
      peakRow = highRow
      troughRow = row
    }
  }
  return accept({ paise, percent: peak > 0 ? share * 100 : null, peakRow, troughRow })
}
