import type { Paise } from '../units.ts'
import type { RateCard } from './rate-card.ts'
import { HALF_PAISA, scaledFloor } from './scaled-floor.ts'

/** The broker's fee in whole paise: the rate rounded to the nearest paisa, SEBI's maximum rounded down. */
export function brokeragePaise(brokerage: RateCard['brokerage'], valuePaise: Paise): number {
  const byRate = scaledFloor(valuePaise, brokerage.perCrore * 100, HALF_PAISA)
  const ceiling = scaledFloor(valuePaise, brokerage.ceilingPerCrore * 100, 0)
  return Math.min(ceiling, brokerage.highestPaise, Math.max(brokerage.lowestPaise, byRate))
}
