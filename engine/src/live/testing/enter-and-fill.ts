import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { type openLiveBench, PRICE_PAISE } from './open-live-bench.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

/** Opens a long position that the broker has filled and reported. */
export async function enterAndFill(bench: Bench): Promise<LiveOrder> {
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  return entry
}
