import type { Paise } from '../units.ts'
import { chargesOn } from './charges-on.ts'

/** Charges of buying and selling a position of this value at this day's rates, and their share of the value. */
export function roundTripCost(atMs: number, valuePaise: Paise): { readonly paise: Paise; readonly bps: number } {
  const paise = chargesOn(atMs, 'BUY', valuePaise).totalPaise + chargesOn(atMs, 'SELL', valuePaise).totalPaise
  return { paise, bps: (paise / valuePaise) * 10_000 }
}
