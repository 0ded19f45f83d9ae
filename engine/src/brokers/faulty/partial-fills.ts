import type { FaultSwitch } from './fault-switch.ts'

/** For the paper broker's `fillQuantity`: trades that fill only a part of an order, entries and exits alike. */
export function partialFills({ strikes, randomness }: FaultSwitch): (remaining: number) => number {
  return (remaining) => (remaining > 1 && strikes('PARTIAL_FILL') ? 1 + randomness.whole(remaining - 1) : remaining)
}
