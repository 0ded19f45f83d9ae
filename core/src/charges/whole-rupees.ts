import type { Paise } from '../units.ts'
import { scaledFloor } from './scaled-floor.ts'

// Billionths of a paisa per rupee are 10^11, the same scale as scaledFloor's, so half a rupee is half of it.
const HALF_RUPEE = 50_000_000_000

/** A line rounded to the nearest rupee, fifty paise up, in paise. */
export function wholeRupees(valuePaise: Paise, perCrore: number): number {
  return perCrore === 0 ? 0 : scaledFloor(valuePaise, perCrore, HALF_RUPEE) * 100
}
