import { accept, type Checked, refuse } from '../checked.ts'
import { dayNumberOf } from '../time.ts'
import { RATE_CARDS, type RateCard } from './rate-card.ts'

/** The rate card valid on an India day; a day before the first card is refused. */
export function rateCardOn(
  dayNumber: number,
  cards: readonly RateCard[] = RATE_CARDS,
): Checked<RateCard, 'CHARGES_NOT_KNOWN'> {
  const card = cards.findLast((candidate) => dayNumberOf(candidate.from) <= dayNumber)
  return card ? accept(card) : refuse('CHARGES_NOT_KNOWN', 'dayNumber', 'No rate card holds on this day.')
}
