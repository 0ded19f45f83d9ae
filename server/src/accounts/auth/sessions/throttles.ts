import type { Config } from '../../../platform/config.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import { forgiveThrottles, type Throttle } from '../../../platform/security/throttle.ts'

const QUARTER_HOUR_MS = 15 * 60_000
const HOUR_MS = 3_600_000
const LIMITS = { login: 50, register: 20, code: 40, reset: 20 }

/** Per network address and hour. In the demo every visitor is loopback, so its limits are wide. */
export function addressThrottle(config: Config, what: keyof typeof LIMITS, address: string): Throttle {
  return { key: `${what}-address:${address}`, limit: LIMITS[what] * (config.demo ? 50 : 1), windowMs: HOUR_MS }
}

/** Per name and network address, so that a stranger's guesses do not lock out the owner. */
export function logInThrottle(login: string, address: string): Throttle {
  return { key: `${logInPrefix(login)}${address}`, limit: 5, windowMs: QUARTER_HOUR_MS }
}

/** Per name, from any address: limits guesses spread over many addresses. Wide, since the owner has to wait too. */
export function accountThrottle(login: string): Throttle {
  return { key: `${logInPrefix(login)}anywhere`, limit: 100, windowMs: HOUR_MS }
}

/** The refusal offers a password reset as the way out, so a reset clears these throttles. */
export async function forgiveLogIns(db: Queryable, user: { username: string; email: string }): Promise<void> {
  for (const login of [user.username, user.email]) await forgiveThrottles(db, logInPrefix(login))
}

function logInPrefix(login: string): string {
  return `login:${login.toLowerCase()}|`
}
