import { dayNumberOf } from '../time.ts'
import { RATE_CARDS, type RateCard } from './rate-card.ts'

export type RateCardAnswer =
  | { readonly ok: true; readonly card: RateCard }
  | { readonly ok: false; readonly code: 'CHARGES_NOT_KNOWN'; readonly field: 'dayNumber' }

/** The card that holds on an India day; a day before the first card is refused, never priced by guess. */
export function rateCardOn(dayNumber: number, cards: readonly RateCard[] = RATE_CARDS): RateCardAnswer {
  const card = cards.findLast((candidate) => dayNumberOf(candidate.from) <= dayNumber)
  return card ? { ok: true, card } : { ok: false, code: 'CHARGES_NOT_KNOWN', field: 'dayNumber' }
}
