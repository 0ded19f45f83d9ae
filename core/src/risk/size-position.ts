import type { DenialCode } from './denial.ts'

export type AvailableCapital = {
  /** Most capital that this symbol may use. */
  readonly perSymbolPaise: number
  /** Capital that is neither in use nor lost. */
  readonly freePaise: number
  readonly maxQuantity: number
}

/** Quantity in whole lots that the available capital buys at this price, or why it buys none. */
export function sizePosition(available: AvailableCapital, pricePaise: number, lotSize: number): number | DenialCode {
  const wanted = Math.floor(available.perSymbolPaise / pricePaise)
  if (Math.min(wanted, available.maxQuantity) < lotSize) return 'CAPITAL_TOO_SMALL'
  const affordable = Math.floor(Math.max(available.freePaise, 0) / pricePaise)
  const quantity = Math.min(wanted, affordable, available.maxQuantity)
  if (quantity < lotSize) return 'CAPITAL_IN_USE'
  return quantity - (quantity % lotSize)
}
