import type { Forwarded } from './forward.ts'

type EndedSessions = {
  readonly end: (authorization: string | undefined) => void
  /** The gateway's answer to a token that has expired; null when it has not. */
  readonly refusalFor: (authorization: string | undefined, path: string) => Forwarded | null
}

/** Tokens that expired in the middle of the day, and their refresh tokens with them. */
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
