import type { Paise, Quantity } from '../units.ts'
import type { DenialCode } from './denial.ts'

export type AvailableCapital = {
  /** Most capital that this symbol may use. */
  readonly perSymbolPaise: Paise
  /** Capital that is neither in use nor lost. */
  readonly freePaise: Paise
  /** What the cap on open positions still allows; Infinity without a cap. */
  readonly openValueLeftPaise: Paise
  readonly maxQuantity: Quantity
}

/** Quantity in whole lots that the available capital buys at this price, or why it buys none. */
export function sizePosition(available: AvailableCapital, pricePaise: Paise, lotSize: number): number | DenialCode {
  const wanted = Math.floor(available.perSymbolPaise / pricePaise)
  if (Math.min(wanted, available.maxQuantity) < lotSize) return 'CAPITAL_TOO_SMALL'
  const affordable = Math.floor(Math.max(available.freePaise, 0) / pricePaise)
  const capped = Math.min(wanted, affordable, available.maxQuantity)
  if (capped < lotSize) return 'CAPITAL_IN_USE'
  const quantity = Math.min(capped, Math.floor(Math.max(available.openValueLeftPaise, 0) / pricePaise))
  if (quantity < lotSize) return 'OPEN_VALUE_SPENT'
  return quantity - (quantity % lotSize)
}
