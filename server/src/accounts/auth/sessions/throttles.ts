import type { Config } from '../../../platform/config.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Origin } from '../../../platform/http/context.ts'
import type { Backoff } from '../../../platform/security/backoff.ts'
import { networkOf } from '../../../platform/security/network.ts'
import { forgiveThrottles, type Throttle } from '../../../platform/security/throttle.ts'
import { deviceHash } from '../devices/device-store.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LIMITS = { login: 50, register: 20, code: 40, reset: 20, passkey: 100 }

/** Per network and hour. In the demo every visitor is loopback, so its limits are wide. */
export function addressThrottle(config: Config, what: keyof typeof LIMITS, address: string): Throttle {
  const limit = LIMITS[what] * (config.demo ? 50 : 1)
  return { key: `${what}-address:${networkOf(address)}`, limit, windowMs: HOUR_MS }
}

/** Each challenge for a signed-in user is a row that waits five minutes. */
export function challengeThrottle(userId: string): Throttle {
  return { key: `passkey-challenge:${userId}`, limit: 60, windowMs: HOUR_MS }
}

/** A known device of the account by itself, so that strangers cannot use up its attempts; a stranger by the network. */
export function placeOf({ address, deviceToken }: Origin, isKnownDevice: boolean): string {
  return isKnownDevice ? `device:${deviceHash(deviceToken).toString('hex')}` : networkOf(address)
}

/** Per account and place. `account` is the user's id, so that username and e-mail count together. */
export function logInBackoff(account: string, place: string): Backoff {
  const delays = { firstMs: 30 * SECOND_MS, mostMs: HOUR_MS, forgetMs: DAY_MS }
  return { key: `${logInPrefix(account)}${place}`, free: 5, ...delays }
}

/** All strangers' failures together: limits guesses spread over many networks. */
export function strangersThrottle(account: string): Throttle {
  return { key: `${logInPrefix(account)}strangers`, limit: 100, windowMs: DAY_MS }
}

/** The refusal offers a password reset as the way out, so a reset clears the counts of the account. */
export async function forgiveLogIns(db: Queryable, userId: string): Promise<void> {
  await forgiveThrottles(db, logInPrefix(userId))
}

function logInPrefix(account: string): string {
  return `login:${account}|`
}
