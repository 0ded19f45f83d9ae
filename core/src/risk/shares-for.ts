import type { Share } from './share.ts'

/** How many shares the same part of another capital buys: whole ones, rounded down, exactly. */
export function sharesFor({ valuePaise, ofPaise }: Share, capitalPaise: number, pricePaise: number): number {
  if (!(ofPaise > 0) || !(valuePaise > 0)) return 0
  // In doubles the same capital at the same price would now and then come to one share less.
  const wanted = (BigInt(valuePaise) * BigInt(capitalPaise)) / (BigInt(ofPaise) * BigInt(pricePaise))
  return Number(wanted)
}
