import type { ExchangeAnswer } from '../../state/exchange-refusal.ts'
import type { Body } from '../format/body-fields.ts'
import type { RateLimitName } from '../session/rate-limits.ts'
import type { WireSession } from '../session/sessions.ts'
import type { Wire } from '../session/wire.ts'

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
