import type { SessionTraits } from '../../../calendar/market-calendar.ts'
import type { Instrument } from '../../../instrument.ts'
import type { Interval } from '../../../intervals/interval.ts'
import type { Limits } from '../../../risk/limits.ts'
import type { OwnLimits } from '../../../risk/own-limits.ts'
import type { InstanceId, Paise, PositionId, UserId } from '../../../units.ts'
import type { Capital } from '../../trading-account.ts'

export type TradingMode = 'PAPER' | 'LIVE'

export type TradedInstrument = Instrument & SessionTraits

/** One user's bot as the engine knows it: without name, credentials or balance. */
export type BotInstance = {
  readonly id: InstanceId
  readonly userId: UserId
  /** Same for all instances of a user. */
  readonly shard: number
  readonly strategyId: string
  readonly version: number
  readonly mode: TradingMode
  /** Made of version, interval, symbols and parameters; instances with the same key share one strategy runner. */
  readonly runnerKey: string
  readonly botType: string
  /** Bars that the strategy decides on. */
  readonly interval: Interval
  readonly parameters: Readonly<Record<string, unknown>>
  readonly instruments: readonly TradedInstrument[]
  readonly capital: Capital
  /** Of the strategy, the plan and the configuration; what the owner tightens comes on top and applies at once. */
  readonly limits: Limits
  readonly ownLimits: OwnLimits
  /** What happens to a position whose stop the broker refuses. */
  readonly onRefusedStop: 'CLOSE' | 'WARN'
  /** Whether entries are allowed; exits are managed in any case. */
  readonly isRunning: boolean
  /** End of the plan: no entry is decided from this instant on. */
  readonly entriesUntilMs: number
  /** Incremented whenever the user or an administrator asks to close all positions. */
  readonly closeRequests: number
  /** Open positions that their owner asked to close; asked for again at every start, until they are closed. */
  readonly positionsToClose: readonly PositionId[]
  /** Open positions that their owner has called theirs; asked for again at every start, until the bot has let them go. */
  readonly positionsToRelease: readonly PositionId[]
  /** What the instances before it under the same plan have booked lately: the day's and the week's loss carry over. */
  readonly carriedPaise: Paise
}
