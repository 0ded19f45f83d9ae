import type { Config } from '../../config.ts'
import type { Throttle } from '../../security/throttle.ts'

const HOUR_MS = 3_600_000
const LIMITS = { login: 50, register: 20, code: 40, reset: 20 }

/** Per network address and hour. In the demo every visitor is loopback, so the limits are there but wide. */
export function addressThrottle(config: Config, what: keyof typeof LIMITS, address: string): Throttle {
  return { key: `${what}-address:${address}`, limit: LIMITS[what] * (config.demo ? 50 : 1), windowMs: HOUR_MS }
}
