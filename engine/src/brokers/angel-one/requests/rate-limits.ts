import type { RateLimit } from '@trading-bot/core/rate-limit/rate-limiter'

export type RateLimitName = keyof typeof RATE_LIMITS

// Calls per client code as documented in 2026. Place, modify and cancel share one row.
export const RATE_LIMITS = {
  logIn: { second: 1 },
  tokens: { second: 1, hour: 1_000 },
  orders: { second: 9, minute: 500, hour: 1_000, keepsTenth: true },
  orderBook: { second: 1 },
  tradeBook: { second: 1 },
  positions: { second: 1 },
  funds: { second: 2 },
  candles: { second: 3, minute: 180, hour: 5_000 },
  quote: { second: 10, minute: 500, hour: 5_000 },
} as const satisfies Record<string, RateLimit>
