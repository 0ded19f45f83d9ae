import type { Tick } from '../ports.ts'

// No NSE stock may move more than its 20 % price band in a day; within a session the last price is a tighter reference.
const BAND = 0.2

/** False for impossible prices: zero, a lost decimal point, a jump beyond every price band. */
export function isSaneTick(tick: Tick, lastPaise: number | null): boolean {
  const { pricePaise, atMs, sequence, dayVolume } = tick
  if (!(Number.isSafeInteger(pricePaise) && pricePaise > 0 && pricePaise <= 2_147_483_647)) return false
  if (!(Number.isSafeInteger(atMs) && Number.isSafeInteger(sequence) && dayVolume >= 0)) return false
  const reference = lastPaise ?? tick.previousClosePaise
  return reference <= 0 || Math.abs(pricePaise - reference) <= reference * BAND
}
