import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import type { Share } from '@trading-bot/core/risk/share'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { SignalReasons } from '@trading-bot/core/strategies/signal'
import { type SignalStream, streamSignals } from '@trading-bot/core/strategies/stream-signals'
import type { BuiltBar } from '../../feed/built-bar.ts'
import type { BotInstance } from '../accounts/bot-instance.ts'

export type Decision = {
  readonly signal: number
  readonly inputs: Readonly<Record<string, number>>
  /** The part of its own capital that an entry is meant to take; without it the account's purse decides. */
  readonly share?: Share | undefined
}
export const NO_DECISION: Decision = { signal: 0, inputs: {} }

export type PastBar = { readonly token: string; readonly bar: BuiltBar }

/** One run of a deployed version serves all its subscribers. It sees bars and nothing else. */
export type StrategyRunner = {
  readonly key: string
  readonly tokens: ReadonlySet<string>
  readonly reasons: SignalReasons
  /** Bars of the past that the indicators need before the first decision. */
  readonly warmUpBars: number
  /** In order, once per bar; the answer may take a moment where the strategy is a program of its own. */
  readonly step: (token: string, bar: BuiltBar) => Decision | Promise<Decision>
  /** The past in one piece, in order of time, where that is quicker than bar by bar. What it suggests is not traded. */
  readonly warmUp?: (past: readonly PastBar[]) => Promise<void>
  /** It failed and decides nothing any more. */
  readonly isOver?: () => boolean
  readonly close: () => void
}

// Enough for every indicator to have forgotten where it began.
const WARM_UP_BARS = 1_500

/** The native strategy of the bot's type; null for a type or parameters that have none. */
export function nativeRunner({ runnerKey, botType, parameters, instruments }: BotInstance): StrategyRunner | null {
  const strategy = findStrategy(botType)
  const checked = strategy && checkParameters(strategy, parameters)
  if (!strategy || !checked?.ok) return null
  const plan = strategy.plan(checked.value)
  const streams = new Map<string, SignalStream>()
  return {
    key: runnerKey,
    tokens: new Set(instruments.map(({ token }) => token)),
    reasons: strategy.reasons,
    warmUpBars: WARM_UP_BARS,
    step(token, { closePaise, highPaise, lowPaise }) {
      let stream = streams.get(token)
      if (!stream) streams.set(token, (stream = streamSignals(plan)))
      const signal = stream.step(closePaise, highPaise, lowPaise)
      return signal === 0 ? NO_DECISION : { signal, inputs: stream.lines() }
    },
    close: () => {},
  }
}
