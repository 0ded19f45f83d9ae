import type { Clock } from '../../../ports/clock.ts'
import type { Timers } from '../../../ports/timers.ts'
import type { RateLimitName } from '../requests/rate-limits.ts'
import type { HttpWire } from '../requests/http-wire.ts'
import type { RequestRateLimiter } from '../requests/request-rate-limiter.ts'

export type BrokerCredentials = {
  readonly apiKey: string
  readonly clientCode: string
  readonly mpin: string
  readonly totpSecret: string
}

/** Machine headers that the broker requires; it checks that they are present, not their content. */
export type Machine = { readonly localIp: string; readonly publicIp: string; readonly macAddress: string }

/** Everything that a call of one account needs. */
export type AngelOneContext = {
  readonly credentials: BrokerCredentials
  readonly machine: Machine
  /** The address that has to be registered at the broker for this account, where it is known. */
  readonly registeredAddress?: string
  readonly restUrl: string
  readonly clock: Clock
  readonly timers: Timers
  readonly wire: HttpWire
  readonly rateLimiter: RequestRateLimiter<RateLimitName>
}

export const UNNAMED_MACHINE: Machine = {
  localIp: '127.0.0.1',
  publicIp: '127.0.0.1',
  macAddress: '00:00:00:00:00:00',
}
