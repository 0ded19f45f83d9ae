import type { Token } from '@trading-bot/core/units'
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
  /** Share of the account's capital that the entry should use; without it the account's own sizing decides. */
  readonly share?: Share | undefined
}
export const NO_DECISION: Decision = { signal: 0, inputs: {} }

export type PastBar = { readonly token: Token; readonly bar: BuiltBar }

/** One running strategy version that serves many bot instances. It sees bars and nothing else. */
export type StrategyRunner = {
  readonly key: string
  readonly tokens: ReadonlySet<string>
  readonly reasons: SignalReasons
  /** Past bars that the indicators need before the first decision. */
  readonly warmUpBars: number
  /** Called in order, once per bar; asynchronous when the strategy runs in its own process. */
  readonly step: (token: Token, bar: BuiltBar) => Decision | Promise<Decision>
  /** Optional faster warm-up with all past bars in time order; its signals are not traded. */
  readonly warmUp?: (past: readonly PastBar[]) => Promise<void>
  /** True after the strategy failed; it makes no further decisions. */
  readonly isOver?: () => boolean
  readonly close: () => void
}

// Long enough that the start value no longer affects any indicator.
const WARM_UP_BARS = 1_500

/** The native strategy of the bot's type; null if the type or the parameters have none. */
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
