import type { Quantity } from '@trading-bot/core/units'
import { type openLiveBench, PRICE_PAISE } from './open-live-bench.ts'

/** The order socket reports shares of the entry that the books do not show yet. */
export function reportFill({ broker }: Awaited<ReturnType<typeof openLiveBench>>, filledQuantity: Quantity): void {
  const update = { ...broker.lines[0]!, filledQuantity, averagePaise: PRICE_PAISE }
  for (const { onOrder } of broker.listeners) onOrder(update)
}
