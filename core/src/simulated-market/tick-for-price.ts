import type { Paise } from '../units.ts'

/** NSE's tick size for a price since 2025-04-15; the exchange sets it monthly by the last close of the previous month. */
export function tickForPrice(pricePaise: Paise): number {
  if (pricePaise < 25_000) return 1
  if (pricePaise <= 100_000) return 5
  if (pricePaise <= 500_000) return 10
  if (pricePaise <= 1_000_000) return 50
  if (pricePaise <= 2_000_000) return 100
  return 500
}
