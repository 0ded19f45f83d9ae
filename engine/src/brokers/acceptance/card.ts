import type { Instrument } from '@trading-bot/core/instrument'
import type { Broker } from '../../ports.ts'

/** What a broker may lack by its nature. */
export type Capability =
  /** Credentials that can be wrong. */
  | 'LOG_IN'
  /** Sessions that can end under way. */
  | 'SESSIONS'
  /** Ceilings on calls. */
  | 'CEILINGS'
  /** A network on which an answer can be lost after the request has arrived. */
  | 'NETWORK'
  /** Orders only from registered addresses. */
  | 'REGISTERED_ADDRESSES'

/** An open market with one fresh account of ten lakh rupees. Time passes only as the cards ask for it. */
export type AcceptanceBench = {
  readonly broker: Broker
  readonly instrument: Instrument
  /** Lets time pass until the work is done. */
  readonly settle: <T>(work: Promise<T>) => Promise<T>
  readonly passMs: (durationMs: number) => Promise<void>
  readonly nowMs: () => number
  /** LOG_IN: the same account with one of the credentials wrong. */
  readonly brokerWithWrong?: (what: 'mpin' | 'totpSecret' | 'apiKey') => Broker
  /** SESSIONS: the broker forgets the session. */
  readonly endSession?: () => Promise<void>
  /** NETWORK: the answer to the next order call is lost, the call itself arrives. */
  readonly loseNextAnswer?: () => void
  /** REGISTERED_ADDRESSES: an account whose orders are taken from elsewhere only. */
  readonly brokerFromElsewhere?: () => Broker
  readonly close: () => Promise<void>
}

export type Card = {
  readonly number: number
  readonly title: string
  readonly needs: readonly Capability[]
  readonly run: (bench: AcceptanceBench) => Promise<void>
}

/** A card fails with the sentence of the first thing that does not hold. */
export function hold(isTrue: boolean, sentence: string, seen: unknown = ''): asserts isTrue {
  if (!isTrue) throw new Error(seen === '' ? sentence : `${sentence}; seen: ${JSON.stringify(seen)}`)
}

/** The bench offers what a card that applies needs. */
export function offered<T>(offer: T | undefined): T {
  if (offer === undefined) throw new Error('the bench lacks what its broker has declared to have')
  return offer
}
