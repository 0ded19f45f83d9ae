import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { Bars } from '@trading-bot/core/bars'
import { barAt } from '@trading-bot/core/intervals/bar-rows'
import { decidesNextSession } from '@trading-bot/core/intervals/decision-minutes'
import { sessionAt } from '@trading-bot/core/intervals/session-at'
import { type BarStream, streamBars, type StreamedBar } from '@trading-bot/core/intervals/stream-bars'
import type { PositionPart } from '@trading-bot/core/risk/position-part'
import type { Share } from '@trading-bot/core/risk/share'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { SignalReasons } from '@trading-bot/core/strategies/signal'
import { type SignalStream, streamSignals } from '@trading-bot/core/strategies/stream-signals'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { EntryPrices } from '@trading-bot/core/trading/order-terms'
import type { Token } from '@trading-bot/core/units'
import type { BuiltBar } from '../../../feed/built-bar.ts'

export type Decision = {
  readonly signal: number
  readonly inputs: Readonly<Record<string, number>>
  /** Share of the account's capital that the entry should use; without it the account's own sizing decides. */
  readonly share?: Share | undefined
  /** Prices that the strategy names with the entry. */
  readonly prices?: EntryPrices | null
  /** The part of the position that an exit closes; without it all of it. */
  readonly part?: PositionPart | null
}
export const NO_DECISION: Decision = { signal: 0, inputs: {} }

/** Minutes with trades of one instrument. */
export type PastMinutes = { readonly token: Token; readonly minutes: Bars }

/** One running strategy version that serves many bot instances. It sees bars and nothing else. */
export type StrategyRunner = {
  readonly key: string
  readonly tokens: ReadonlySet<string>
  readonly reasons: SignalReasons
  /** Past bars of its interval that the indicators need before the first decision. */
  readonly warmUpBars: number
  /**
   * Called in order, once per minute with trades; asynchronous when the strategy runs in its own process. It decides
   * when the minute ends a bar of its interval that was heard whole.
   */
  readonly step: (token: Token, minute: BuiltBar, isBackfilled?: boolean) => Decision | Promise<Decision>
  /** The same for a minute without trades, which may end a bar too. */
  readonly stepEmpty?: (token: Token, startMs: number) => Decision | Promise<Decision>
  /** Takes the past of all its instruments; nothing that it signals there is traded. */
  readonly warmUp?: (past: readonly PastMinutes[]) => void | Promise<void>
  /** What the process before this one has kept; called before it is warmed up. */
  readonly restore?: (kept: KeptState) => void
  /** What it would have to know after a restart, where it has changed since it was asked last. */
  readonly takeKept?: () => KeptState | null
  /** Nobody who follows it holds the instrument any more, though its own rules have closed nothing. */
  readonly closedByHand?: (token: Token) => void
  /** True after the strategy failed; it makes no further decisions. */
  readonly isOver?: () => boolean
  readonly close: () => void
}

// Long enough that the start value no longer affects any indicator.
const WARM_UP_BARS = 1_500

/** The native strategy of the bot's type; null if the type or the parameters have none. */
export function nativeRunner(calendar: MarketCalendar): (instance: BotInstance) => StrategyRunner | null {
  return ({ runnerKey, botType, parameters, instruments, interval }) => {
    const strategy = findStrategy(botType)
    const checked = strategy && checkParameters(strategy, parameters)
    if (!strategy || !checked?.ok) return null
    const plan = strategy.plan(checked.value)
    const streams = new Map(
      instruments.map((instrument): [string, TokenStreams] => [
        instrument.token,
        {
          bars: streamBars(interval, sessionAt(calendar, instrument)),
          signals: streamSignals(plan),
          held: NO_DECISION,
        },
      ]),
    )
    return {
      key: runnerKey,
      tokens: new Set(streams.keys()),
      reasons: strategy.reasons,
      warmUpBars: WARM_UP_BARS,
      warmUp(past) {
        for (const { token, minutes } of past) {
          const own = streams.get(token)
          for (let row = 0; own && row < minutes.timeMs.length; row++)
            for (const { bar } of own.bars.add(barAt(minutes, row), true))
              own.signals.step(bar.closePaise, bar.highPaise, bar.lowPaise)
        }
      },
      step(token, minute, isBackfilled) {
        const own = streams.get(token)
        if (!own) return NO_DECISION
        const made = decideOn(own, own.bars.add(minute, isBackfilled), minute.startMs + MINUTE_MS)
        if (!decidesNextSession(interval)) return made
        const due = own.held
        own.held = made
        return due
      },
      stepEmpty(token, startMs) {
        const own = streams.get(token)
        const ended = own?.bars.passTo(startMs + MINUTE_MS)
        if (!own || !ended) return NO_DECISION
        const made = decideOn(own, [ended], startMs + MINUTE_MS)
        if (!decidesNextSession(interval)) return made
        own.held = made
        return NO_DECISION
      },
      close: () => {},
    }
  }
}

type TokenStreams = {
  readonly bars: BarStream
  readonly signals: SignalStream
  /** The decision of a day's bar, which waits for the next session. */
  held: Decision
}

/** The decision of the bar that ends now, if it was heard whole; bars before it only move the indicators. */
function decideOn({ signals }: TokenStreams, ended: readonly StreamedBar[], nowMs: number): Decision {
  let decision = NO_DECISION
  for (const one of ended) {
    const { closePaise, highPaise, lowPaise } = one.bar
    const signal = signals.step(closePaise, highPaise, lowPaise)
    decision = signal !== 0 && mayDecide(one, nowMs) ? { signal, inputs: signals.lines() } : NO_DECISION
  }
  return decision
}

/** A bar that is noticed late ended before minutes that were missed, so it was not heard whole either. */
export function mayDecide({ endMs, isWhole }: StreamedBar, nowMs: number): boolean {
  return isWhole && endMs === nowMs
}
