import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { FeedInstrument } from '../../../feed/instrument-feed.ts'
import type { Feed } from '../../../feed/run-feed.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import type { RunningMarket } from '../engine/running-market.ts'

/** Everything an account trades or still holds, including instruments that its bot no longer trades. */
export async function subscribeInstruments(
  engine: LiveEngine,
  market: RunningMarket,
  stored: StoredAccount,
): Promise<readonly FeedInstrument[]> {
  const traded = stored.instance.instruments
  const known = market.context.instruments
  // Real prices of what is traded on paper are heard as well: a later day replays what is recorded of them.
  for (const each of new Set([market, engine.markets.real])) note(engine, each, traded)
  const held = new Set([...stored.positions, ...stored.lost].map(({ token }) => token))
  for (const { token } of traded) held.delete(token)
  const unknown = [...held].filter((token) => !known.has(token))
  if (unknown.length > 0) note(engine, market, await engine.setup.store.instruments(unknown))
  const others = [...held].flatMap((token) => known.get(token) ?? [])
  return [...traded, ...others]
}

/** Subscribes the feed; when the broker's limit is exceeded, the error is logged and the rest stay stale, without entries. */
export function subscribe({ setup }: LiveEngine, feed: Feed, instruments: readonly FeedInstrument[]): void {
  try {
    feed.subscribe(instruments)
  } catch (error) {
    setup.onError('failed to subscribe to the prices of some symbols', error)
  }
}

function note(engine: LiveEngine, { context, feed, prices }: RunningMarket, wanted: readonly FeedInstrument[]): void {
  const added = wanted.filter(({ token }) => !context.instruments.has(token))
  for (const instrument of added) {
    context.instruments.set(instrument.token, instrument)
    prices.onMarket?.onInstrument(instrument)
  }
  if (feed && added.length > 0) subscribe(engine, feed, added)
}
