import type { Paise } from '../units.ts'

/** Rates count in billionths and GST in hundredths of them, so one paisa is 10^11 of the smallest unit. */
const UNITS_PER_PAISA = 100_000_000_000
export const HALF_PAISA = UNITS_PER_PAISA / 2
export const UNITS_PER_CENTI_PAISA = UNITS_PER_PAISA / 100

/** Rs 100 crore. */
export const HIGHEST_VALUE_PAISE = 100_000_000_000
/** Nine percent, far above the sum of all rates. */
export const HIGHEST_FACTOR = 9_000_000_000

// Below this value a product plus an offset is always exact.
const EXACT_PRODUCT = 8_000_000_000_000_000
const SPLIT = 100_000
const UNITS_PER_SPLIT = UNITS_PER_PAISA / SPLIT

/**
 * floor((valuePaise x factor + offset) / 10^11), exact although the product may exceed 2^53.
 * Small products take one division. Otherwise, with value = high x 10^5 + low every product and sum below stays under 2^53 (high <= 10^6, factor <= 9 x 10^9,
 * offset <= 10^12), and for whole numbers under 2^53 the floor of a correctly rounded quotient is the true floor:
 * a/b misses the next whole number by at least 1/b, which is more than the rounding error a/b x 2^-53.
 */
export function scaledFloor(valuePaise: Paise, factor: number, offset: number): number {
  const product = valuePaise * factor
  if (product < EXACT_PRODUCT) return Math.floor((product + offset) / UNITS_PER_PAISA)
  const high = Math.floor(valuePaise / SPLIT)
  const low = valuePaise - high * SPLIT
  const highProduct = high * factor
  const whole = Math.floor(highProduct / UNITS_PER_SPLIT)
  const rest = (highProduct - whole * UNITS_PER_SPLIT) * SPLIT + low * factor + offset
  return whole + Math.floor(rest / UNITS_PER_PAISA)
}
