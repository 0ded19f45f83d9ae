import type { Instrument } from '@trading-bot/core/instrument'
import type { Broker } from '../../ports.ts'

/** Capabilities that a broker may lack by its nature. */
export type Capability =
  /** Credentials that can be wrong. */
  | 'LOG_IN'
  /** Sessions that can end at any time. */
  | 'SESSIONS'
  /** Rate limits. */
  | 'CEILINGS'
  /** A network that can lose an answer after the request has arrived. */
  | 'NETWORK'
  /** Orders only from registered addresses. */
  | 'REGISTERED_ADDRESSES'

/** An open market with one new account of ten lakh rupees. Time passes only when a card advances it. */
export type AcceptanceBench = {
  readonly broker: Broker
  readonly instrument: Instrument
  /** Advances time until the work is done. */
  readonly settle: <T>(work: Promise<T>) => Promise<T>
  readonly passMs: (durationMs: number) => Promise<void>
  readonly nowMs: () => number
  /** LOG_IN: the same account with one of the credentials wrong. */
  readonly brokerWithWrong?: (what: 'mpin' | 'totpSecret' | 'apiKey') => Broker
  /** SESSIONS: makes the broker end the session. */
  readonly endSession?: () => Promise<void>
  /** NETWORK: loses the answer to the next order call; the call itself arrives. */
  readonly loseNextAnswer?: () => void
  /** REGISTERED_ADDRESSES: an account whose registered address is not ours. */
  readonly brokerFromElsewhere?: () => Broker
  readonly close: () => Promise<void>
}

export type Card = {
  readonly number: number
  readonly title: string
  readonly needs: readonly Capability[]
  readonly run: (bench: AcceptanceBench) => Promise<void>
}

/** Fails the card with the sentence of the first condition that does not hold. */
export function hold(isTrue: boolean, sentence: string, seen: unknown = ''): asserts isTrue {
  if (!isTrue) throw new Error(seen === '' ? sentence : `${sentence}; seen: ${JSON.stringify(seen)}`)
}

/** Asserts that the bench offers what the card needs. */
export function offered<T>(offer: T | undefined): T {
  if (offer === undefined) throw new Error('the bench lacks a capability that its broker declares')
  return offer
}
