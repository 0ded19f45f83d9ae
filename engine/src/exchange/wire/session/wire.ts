import type { Exchange } from '../../state/exchange.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Sessions } from './sessions.ts'

/** State of the API server beside the exchange itself. */
export type Wire = { readonly exchange: Exchange; readonly sessions: Sessions; readonly limits: RateLimits }
