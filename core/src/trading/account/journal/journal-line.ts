// A journal is every input of one user's accounts with what their machines knew of the market, as lines of JSON. The same
// machine makes the same of it on any machine, so that a support case or a failing day of the simulation is a file.

import type { Session } from '../../../calendar/market-calendar.ts'
import type { FillModel } from '../../../fills/fill-model.ts'
import type { RateLimit } from '../../../rate-limit/rate-limiter.ts'
import type { SignalReasons } from '../../../strategies/signal.ts'
import type { InstanceId, OrderId, Paise, PositionId, Token } from '../../../units.ts'
import { openValuePaise } from '../../trading-account.ts'
import type { TradedInstrument } from '../state/bot-instance.ts'
import type { Freeze } from '../state/context.ts'
import type { AccountInput, OrderInput } from '../state/input.ts'
import { type ManagedAccount, openOrders } from '../state/managed-account.ts'
import type { StoredAccount } from '../state/stored-account.ts'
import { describeOrder } from './describe-effect.ts'

export type JournalLine = Opened | Stepped | Left

export type Opened = {
  readonly kind: 'OPENED'
  readonly atMs: number
  readonly stored: StoredAccount
  readonly instruments: readonly TradedInstrument[]
  readonly reasons: SignalReasons
  readonly fillModel: FillModel
  readonly rateCap: RateLimit
  readonly facts: Facts
  readonly figures: Figures
}

export type Stepped = {
  readonly kind: 'STEPPED'
  readonly atMs: number
  readonly accountId: InstanceId
  readonly input: JournalInput
  readonly facts: Facts
  /** New ids, in the order in which the step took them. */
  readonly ids: readonly string[]
  /** What it wanted done (describe-effect.ts). */
  readonly effects: readonly string[]
  readonly figures: Figures
}

/** The account left the engine. */
export type Left = { readonly kind: 'LEFT'; readonly atMs: number; readonly accountId: InstanceId }

/** An input with its order named. */
export type JournalInput = AccountInput | (OrderInput & { readonly positionId: PositionId; readonly orderId: OrderId })

/** What has changed since the line before of all that a step may look at besides its account and its input. */
export type Facts = {
  readonly lastPaise?: readonly (readonly [Token, Paise])[]
  readonly acceptedAtMs?: readonly (readonly [Token, number])[]
  readonly staleTokens?: readonly Token[]
  readonly instruments?: readonly TradedInstrument[]
  readonly freezes?: readonly (readonly [Token, Freeze])[]
  /** What the calendar has answered during the step. */
  readonly sessionNumbers?: readonly (readonly [atMs: number, sessionNumber: number])[]
  readonly sessions?: readonly (readonly [sessionNumber: number, token: Token, session: Session | null])[]
}

/** What the account had come to after the line. */
export type Figures = {
  readonly realisedPaise: Paise
  readonly inUsePaise: Paise
  readonly entriesToday: number
  /** Open orders, as they are described among the effects. */
  readonly openOrders: readonly string[]
}

export function figuresOf(account: ManagedAccount): Figures {
  const { core } = account
  return {
    realisedPaise: core.realisedPaise,
    inUsePaise: openValuePaise(core),
    entriesToday: core.entriesToday,
    openOrders: openOrders(account).map(describeOrder),
  }
}

// JSON has no infinity, and a time may be one.
const INFINITIES: Readonly<Record<string, number>> = { '+infinity': Infinity, '-infinity': -Infinity }

export function writeLine(line: JournalLine): string {
  return JSON.stringify(line, (_, value: unknown) =>
    value === Infinity ? '+infinity' : value === -Infinity ? '-infinity' : value,
  )
}

export function readLine(text: string): JournalLine {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? (INFINITIES[value] ?? value) : value,
  ) as JournalLine
}
