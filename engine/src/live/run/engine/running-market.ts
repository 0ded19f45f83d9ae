import { MINUTE_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { Paise, Token } from '@trading-bot/core/units'
import type { BuiltBar } from '../../../feed/built-bar.ts'
import type { FeedInstrument } from '../../../feed/instrument-feed.ts'
import type { Feed } from '../../../feed/run-feed.ts'
import type { Broker, TickStream } from '../../../ports.ts'
import { type Market, type MarketSetup, openMarket } from '../../execution/market.ts'
import type { StrategyRunner } from './strategy-runner.ts'

/** Where the prices of a market come from. */
export type PriceSetup = {
  readonly stream: TickStream
  readonly candles: Broker['candles']
  /** Receives every bar and price before the engine acts on it. */
  readonly onMarket?: MarketListener
}

export type MarketListener = {
  /** Called once per instrument, before its first price. */
  readonly onInstrument: (instrument: FeedInstrument) => void
  readonly onPrice: (token: Token, pricePaise: Paise, atMs: number) => void
  /** Called with every closed minute, in order for each instrument. */
  readonly onBar?: (instrument: FeedInstrument, bar: BuiltBar) => void
}

/** A market with its feed, and the strategy runners that see no other. */
export type RunningMarket = Market & {
  readonly prices: PriceSetup
  readonly runners: Map<string, StrategyRunner>
  /** Accounts by strategy runner. */
  readonly followers: Map<string, Set<ManagedAccount>>
  /** Null until all stored accounts are loaded. */
  feed: Feed | null
  /** Start of the first minute whose bar has not been received. */
  nextBarMs: number
}

/** One object twice where paper accounts trade on the prices of live ones. */
export type RunningMarkets = { readonly real: RunningMarket; readonly paper: RunningMarket }

type Setup = PriceSetup & MarketSetup & { readonly paperMarket?: PriceSetup }
type WithMarkets = { readonly markets: RunningMarkets }

export function openMarkets(setup: Setup, takenIds: string[]): RunningMarkets {
  const nowMs = setup.clock.nowMs()
  const open = (prices: PriceSetup): RunningMarket => ({
    ...openMarket(setup, takenIds),
    prices,
    runners: new Map(),
    followers: new Map(),
    feed: null,
    nextBarMs: nowMs - (nowMs % MINUTE_MS),
  })
  const real = open(setup)
  return { real, paper: setup.paperMarket ? open(setup.paperMarket) : real }
}

/** An account never changes its market: one whose mode is changed is opened again, once it is flat. */
export function marketOf({ markets }: WithMarkets, { mode }: Pick<BotInstance, 'mode'>): RunningMarket {
  return mode === 'LIVE' ? markets.real : markets.paper
}

export function everyMarket({ markets }: WithMarkets): ReadonlySet<RunningMarket> {
  return new Set([markets.real, markets.paper])
}

export function followersOf({ followers }: RunningMarket, runnerKey: string): Set<ManagedAccount> {
  let accounts = followers.get(runnerKey)
  if (!accounts) followers.set(runnerKey, (accounts = new Set()))
  return accounts
}
