import type { ClosedRoundTrip } from '../metrics/closed-round-trip.ts'
import type { Paise } from '../units.ts'

/** What the round trips of each of so many equal parts of the time made. */
export function sumParts(
  trades: readonly ClosedRoundTrip[],
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  parts: number,
): readonly Paise[] {
  const sums = Array.from({ length: parts }, () => 0)
  for (const { entryAtMs, netPaise } of trades) {
    const part = Math.floor(((entryAtMs - fromMs) / (untilMs - fromMs)) * parts)
    sums[Math.min(Math.max(part, 0), parts - 1)]! += netPaise
  }
  return sums
}
