import type { Forwarded } from './forward.ts'

type EndedSessions = {
  readonly end: (authorization: string | undefined) => void
  /** The gateway's answer to an expired token; null if the token is valid. */
  readonly refusalFor: (authorization: string | undefined, path: string) => Forwarded | null
}

/** Tokens that expired during the day, together with their refresh tokens. */
export function endedSessions(): EndedSessions {
  const ended = new Set<string>()
  return {
    end: (authorization) => {
      if (authorization !== undefined) ended.add(authorization)
    },
    refusalFor(authorization, path) {
      if (authorization === undefined || !ended.has(authorization)) return null
      const isRefresh = path.includes('/generateTokens')
      const refusal = isRefresh
        ? { success: false, message: 'Refresh Token Expired', errorCode: 'AB8051', data: '' }
        : { success: false, message: 'Token Expired', errorCode: 'AG8002', data: '' }
      return { status: 200, contentType: 'application/json', body: Buffer.from(JSON.stringify(refusal)) }
    },
  }
}
