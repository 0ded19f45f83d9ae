import { tickAtOrAbove, tickAtOrBelow } from '../../../instrument.ts'
import { type EntryPrices, type OrderTerms, pricesOf } from '../../order-terms.ts'
import type { Slot } from '../../trading-account.ts'
import type { LiveOrder } from './live-order.ts'

/** The prices that an entry named; kept with its inputs, so that a restart knows them. */
export function namedPrices({ inputs }: Pick<LiveOrder, 'inputs'>): EntryPrices | null {
  return pricesOf(inputs as OrderTerms)
}

/** The limit of an entry on a tick, never worse than it was named; null for an order without one. */
export function namedLimit(
  { instrument }: Pick<Slot, 'instrument'>,
  { purpose, side, inputs }: Pick<LiveOrder, 'inputs' | 'purpose' | 'side'>,
): number | null {
  const limitPaise = purpose === 'ENTRY' ? namedPrices({ inputs })?.limitPaise : undefined
  if (limitPaise === undefined) return null
  const onTick = side === 'BUY' ? tickAtOrBelow : tickAtOrAbove
  return onTick(limitPaise, instrument.tickPaise)
}
