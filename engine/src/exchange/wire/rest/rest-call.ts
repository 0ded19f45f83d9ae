import type { Exchange } from '../../exchange.ts'
import type { ExchangeAnswer } from '../../exchange-refusal.ts'
import type { Body } from './body-fields.ts'
import type { RateLimits, RateLimitName } from './rate-limits.ts'
import type { Sessions, WireSession } from '../sessions.ts'

/** State of the API server beside the exchange itself. */
export type Wire = { readonly exchange: Exchange; readonly sessions: Sessions; readonly limits: RateLimits }

export type RestCall = {
  readonly wire: Wire
  readonly session: WireSession
  readonly body: Body
  /** The rest of the path, for endpoints with an id in it. */
  readonly tail: string
}

export type Endpoint = {
  readonly method: 'GET' | 'POST'
  readonly limit: RateLimitName
  /** Orders are accepted from the account's registered addresses only. */
  readonly isOrder?: true
  readonly answer: (call: RestCall) => ExchangeAnswer<unknown>
}
