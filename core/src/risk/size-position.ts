import type { DenialCode } from './denial.ts'

export type AvailableCapital = {
  /** The most this symbol may use. */
  readonly perSymbolPaise: number
  /** What is neither tied up nor lost. */
  readonly freePaise: number
  readonly maxQuantity: number
}

/** Whole lots that the purse buys at this price, or why it buys none. */
export function sizePosition(available: AvailableCapital, pricePaise: number, lotSize: number): number | DenialCode {
  const wanted = Math.floor(available.perSymbolPaise / pricePaise)
  if (Math.min(wanted, available.maxQuantity) < lotSize) return 'CAPITAL_TOO_SMALL'
  const affordable = Math.floor(Math.max(available.freePaise, 0) / pricePaise)
  const quantity = Math.min(wanted, affordable, available.maxQuantity)
  if (quantity < lotSize) return 'CAPITAL_IN_USE'
  return quantity - (quantity % lotSize)
}
