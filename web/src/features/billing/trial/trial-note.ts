import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatDate } from '../../../lib/format.ts'

/** The price of a plan that is still free, beside what it costs afterwards. */
export function priceText(price: string, { trial }: Subscription): string {
  return trial ? `Free until ${formatDate(trial.ends_at)}, then ${price}` : price
}
