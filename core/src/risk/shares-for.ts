import type { Paise } from '../units.ts'
import type { Share } from './share.ts'

/** Whole shares that the same part of another capital buys, rounded down exactly. */
export function sharesFor({ valuePaise, ofPaise }: Share, capitalPaise: Paise, pricePaise: Paise): number {
  if (!(ofPaise > 0) || !(valuePaise > 0)) return 0
  // With doubles, the same capital at the same price would sometimes give one share less.
  const wanted = (BigInt(valuePaise) * BigInt(capitalPaise)) / (BigInt(ofPaise) * BigInt(pricePaise))
  return Number(wanted)
}
