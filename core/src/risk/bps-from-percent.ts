import { accept, type Checked, refuse } from '../checked.ts'

/** Converts a form's percentage with up to two decimals to whole basis points. */
export function bpsFromPercent(percent: number, field: string): Checked<number, 'PERCENT_OUT_OF_RANGE'> {
  const bps = Math.round(percent * 100)
  // 0.29 * 100 is 28.999…, so the comparison tolerates one rounding error but not a third decimal.
  const isWhole = Math.abs(percent * 100 - bps) < 1e-6
  return isWhole && bps >= 1 && bps <= 100_000
    ? accept(bps)
    : refuse('PERCENT_OUT_OF_RANGE', field, `${field} must be from 0.01 to 1000 percent, with at most two decimals.`)
}
