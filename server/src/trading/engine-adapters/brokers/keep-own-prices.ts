import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import { sql } from 'kysely'
import type { LiveBroker } from './live-broker.ts'

type Setup = {
  readonly db: Queryable
  readonly clock: Clock
  readonly userId: string
  readonly onError: (error: unknown) => void
}

/**
 * Keeps what a user's own session says about the prices of what the user holds: the user's screens show no other. The
 * answers pass unchanged, and trading never waits for it.
 */
export function keepOwnPrices<B extends Pick<LiveBroker, 'positions' | 'lastPrices'>>(broker: B, setup: Setup): B {
  const keep = (prices: readonly (readonly [token: string, pricePaise: number])[]) => {
    if (prices.length > 0) savePrices(setup, prices).catch(setup.onError)
  }
  return {
    ...broker,
    positions: async () => {
      const answer = await broker.positions()
      if (answer.kind === 'answered')
        keep(
          answer.value.flatMap(({ token, lastPaise, buyQuantity, sellQuantity }) =>
            lastPaise === undefined || buyQuantity === sellQuantity ? [] : [[token, lastPaise] as const],
          ),
        )
      return answer
    },
    lastPrices: async (instruments) => {
      const answer = await broker.lastPrices(instruments)
      if (answer.kind === 'answered') keep([...answer.value])
      return answer
    },
  }
}

/** An instrument that is held in two products has one price. */
async function savePrices({ db, clock, userId }: Setup, prices: readonly (readonly [string, number])[]): Promise<void> {
  const [tokens, paise] = [[...new Map(prices).keys()], [...new Map(prices).values()]]
  await sql`
    insert into own_prices (user_id, token, price_paise, at)
    select ${userId}::uuid, token, price_paise, ${clock.now()}
    from unnest(${tokens}::text[], ${paise}::int[]) as p (token, price_paise) where price_paise > 0
    on conflict (user_id, token) do update set price_paise = excluded.price_paise, at = excluded.at`.execute(db)
}
