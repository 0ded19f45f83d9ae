import type { AngelOneAccount } from '@trading-bot/engine/brokers/angel-one/angel-one-account'
import { type PriceSource, type PriceSourceName, withSpare } from '@trading-bot/engine/feed/with-spare'
import type { Timers } from '@trading-bot/engine/ports/timers'
import type { Config } from '../../../platform/config.ts'
import type { LogInState } from '../../../platform/providers/broker-desk.ts'
import type { PriceAccounts } from './price-accounts.ts'
import type { BrokerReach } from '../brokers/reach-broker.ts'

type Setup = {
  readonly accountOf: BrokerReach['accountOf']
  readonly timers: Timers
  readonly accounts: PriceAccounts
}

/** Prices over the platform's own accounts; undefined when none is configured. */
export function openPrices(
  { marketAccount, spareMarketAccount }: Pick<Config, 'marketAccount' | 'spareMarketAccount'>,
  { accountOf, timers, accounts }: Setup,
): PriceSource | undefined {
  const sourceOf = (name: PriceSourceName, credentials: NonNullable<Config['marketAccount']>): PriceSource =>
    pricesOf(
      accountOf(credentials, {
        // Only a restart could clear a rejected code, so it keeps trying.
        rejectsTotp: false,
        onLogIn: (state: LogInState) => accounts.onLogIn(name, state),
        sessionStore: accounts.sessionsOf(name, credentials),
      }),
    )
  if (!marketAccount) return undefined
  const first = sourceOf('first', marketAccount)
  if (!spareMarketAccount) return first
  return withSpare(first, sourceOf('spare', spareMarketAccount), { timers, onSwitch: accounts.onSwitch })
}

function pricesOf({ ticks, broker }: AngelOneAccount): PriceSource {
  return { stream: ticks, candles: broker.candles }
}
