import type { Tick } from '../ports.ts'

// No NSE stock may move further in a day than its band of 20 %; within a session the last price is the better measure.
const BAND = 0.2

/** False for a price that cannot be: nothing, a decimal point lost, a jump beyond every price band. */
export function isSaneTick(tick: Tick, lastPaise: number | null): boolean {
  const { pricePaise, atMs, sequence, dayVolume } = tick
  if (!(Number.isSafeInteger(pricePaise) && pricePaise > 0 && pricePaise <= 2_147_483_647)) return false
  if (!(Number.isSafeInteger(atMs) && Number.isSafeInteger(sequence) && dayVolume >= 0)) return false
  const reference = lastPaise ?? tick.previousClosePaise
  return reference <= 0 || Math.abs(pricePaise - reference) <= reference * BAND
}
