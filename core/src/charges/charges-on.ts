import type { Paise } from '../units.ts'
import { indiaDayNumber } from '../time.ts'
import type { ChargedSide } from './charge-factors.ts'
import { chargeOrder, type Charges } from './charge-order.ts'
import { rateCardOn } from './rate-card-on.ts'

/** Itemised charges of an executed intraday order at this instant. A day without a rate card is a bug, not zero. */
export function chargesOn(atMs: number, side: ChargedSide, valuePaise: Paise): Charges {
  const card = rateCardOn(indiaDayNumber(atMs))
  const charges = card.ok ? chargeOrder(card.value, { product: 'INTRADAY', side, valuePaise }) : card
  if (!charges.ok) throw new Error(charges.refusal.sentence)
  return charges.value
}
