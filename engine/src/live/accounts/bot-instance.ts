import type { Capital } from '@trading-bot/core/trading/trading-account'
import type { Limits } from '@trading-bot/core/risk/limits'
import type { FeedInstrument } from '../../feed/instrument-feed.ts'

export type TradingMode = 'PAPER' | 'LIVE'

/** One user's bot as the engine sees it: no name, no key, no balance. */
export type BotInstance = {
  readonly id: string
  readonly userId: string
  readonly strategyId: string
  readonly version: number
  readonly mode: TradingMode
  /** Equal keys see the same signals: version, symbols and parameters. */
  readonly runnerKey: string
  readonly botType: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly instruments: readonly FeedInstrument[]
  readonly capital: Capital
  readonly limits: Limits
  /** Entries are wanted; exits are always managed. */
  readonly isRunning: boolean
  /** When the plan ends: no entry is decided from here on. */
  readonly entriesUntilMs: number
  /** Rises with every "close everything now" of the user or an administrator. */
  readonly closeRequests: number
}
