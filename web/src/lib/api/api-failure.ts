import type { RefusalCode } from '@trading-bot/contract/rest/refusals'

/** A call that got no response, or an error response. */
export class ApiFailure extends Error {
  /** The HTTP status, or why there is none. */
  readonly status: number | 'network' | 'timeout'
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number | 'network' | 'timeout', body: unknown = {}) {
    super(`call failed: ${status}`)
    this.status = status
    this.body = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  }
}

const NO_SERVER: ReadonlySet<ApiFailure['status']> = new Set(['network', 'timeout', 502, 503, 504])

/** No answer came from the product itself: then every call fails, for the same reason. */
export function isServerAway(failure: unknown): boolean {
  return failure instanceof ApiFailure && NO_SERVER.has(failure.status)
}

export function refusedWith(failure: unknown, code: RefusalCode): boolean {
  return failure instanceof ApiFailure && isRefusedWith(failure.body, code)
}

export function isRefusedWith(body: unknown, code: RefusalCode): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === code
}
