import type { MarketSeed } from '@trading-bot/core/simulated-market/market-seed'
import type { Db } from '../../platform/db/client.ts'

/** What this database's simulated market grows from: chosen when the database began, and never changed. */
export async function readMarketSeed(db: Db): Promise<Required<MarketSeed>> {
  const { seed, generator } = await db
    .selectFrom('simulated_market')
    .select(['seed', 'generator'])
    .executeTakeFirstOrThrow()
  if (generator !== 1 && generator !== 2) throw new Error(`This release has no generator ${generator} of prices.`)
  return { seed, generator }
}
