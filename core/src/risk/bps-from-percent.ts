import { accept, type Checked, refuse } from '../checked.ts'

/** Forms speak in percent with up to two decimals; levels are computed in whole basis points. */
export function bpsFromPercent(percent: number, field: string): Checked<number, 'PERCENT_OUT_OF_RANGE'> {
  const bps = Math.round(percent * 100)
  // 0.29 * 100 is 28.999…: compare with room for the rounding of one multiplication, not for a third decimal.
  const isWhole = Math.abs(percent * 100 - bps) < 1e-6
  return isWhole && bps >= 1 && bps <= 100_000
    ? accept(bps)
    : refuse('PERCENT_OUT_OF_RANGE', field, `${field} must be from 0.01 to 1000 percent, with at most two decimals.`)
}
