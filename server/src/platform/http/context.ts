import type { Access } from '@trading-bot/contract/rest/call'
import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { Instrument } from '@trading-bot/core/instrument'
import type { Broker } from '@trading-bot/engine/ports'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { Replica } from '../db/watch-replica.ts'
import type { BrokerDesk } from '../providers/broker-desk.ts'
import type { CloudMachines } from '../providers/cloud-machines.ts'
import type { Scripts } from '../providers/open-scripts.ts'
import type { PaymentProvider } from '../providers/payment-provider.ts'
import type { Passwords } from '../security/passwords.ts'

/** The minute under way comes last. `isWhole` is false where the time before this process began is not known. */
export type TodaysMinutes = { readonly bars: Bars; readonly isWhole: boolean }

/** What every use case may use; created once at start. */
export type Deps = {
  readonly db: Db
  /** For reports; undefined where there is none. */
  readonly replica?: Pick<Replica, 'db' | 'lagMs'>
  readonly clock: Clock
  readonly config: Config
  /** The trading hours, as administrators maintain them. */
  readonly calendar: MarketCalendar
  readonly passwords: Passwords
  /** Undefined when no payment provider is configured. */
  readonly payments: PaymentProvider | undefined
  /** The broker for log-ins outside trading; never used for orders. */
  readonly broker: BrokerDesk
  /** Runs the administrators' Python in a sandbox. */
  readonly scripts: Scripts
  /** The bus that all processes share; undefined where each keeps to itself. */
  readonly bus?: Bus
  /** The latest prices, in the process that receives them. */
  readonly prices?: {
    readonly lastPaise: (token: string) => number | undefined
    /** Whether the feed is connected; undefined before anything is subscribed. */
    readonly isUp?: () => boolean | undefined
  }
  /** Those of the market that paper accounts trade on, where it is not the real one. */
  readonly paperPrices?: { readonly lastPaise: (token: string) => number | undefined }
  /** The broker's past one-minute bars, in the process that may ask for them; undefined without a price account. */
  readonly pastBars?: Broker['candles']
  /** Today's one-minute bars for charts, in the process that receives prices. */
  readonly todaysMinutes?: (instrument: Instrument) => Promise<TodaysMinutes>
  /** The machines behind the platform. */
  readonly machines: CloudMachines
  /** How much room the disks of this process and of the database have; ok until it is known. */
  readonly storage?: () => 'ok' | 'low' | 'full'
  /** Components that must answer before the server reports itself ready. */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>
}

export type Actor = { readonly userId: string; readonly sessionId: string; readonly isAdmin: boolean }

/** The source of a request, recorded with sessions and audit lines. */
export type Origin = {
  readonly requestId: string
  readonly address: string
  readonly device: string
  /** The browser's device cookie; a new one where the call issues it. */
  readonly deviceToken?: string | undefined
}

export type Context<A extends Access = Access> = Deps & {
  readonly actor: A extends 'anyone' ? Actor | undefined : Actor
  readonly origin: Origin
}
