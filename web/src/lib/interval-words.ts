import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import type { Interval } from '@trading-bot/core/intervals/interval'

/** What a bot's interval means for whoever runs it. */
export function intervalWords(interval: Interval): string {
  return `Decides on bars of ${INTERVAL_LABELS[interval]}. Stops and targets act on every price.`
}
