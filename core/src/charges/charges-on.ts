import { indiaDayNumber } from '../time.ts'
import type { ChargedSide } from './charge-factors.ts'
import { chargeOrder, type Charges } from './charge-order.ts'
import { rateCardOn } from './rate-card-on.ts'

/** What an executed intraday order of this instant costs, itemised. A day without a rate card is a bug, not a zero. */
export function chargesOn(atMs: number, side: ChargedSide, valuePaise: number): Charges {
  const card = rateCardOn(indiaDayNumber(atMs))
  const charges = card.ok ? chargeOrder(card.value, { product: 'INTRADAY', side, valuePaise }) : card
  if (!charges.ok) throw new Error(charges.refusal.sentence)
  return charges.value
}
