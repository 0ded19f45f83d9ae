import { DAY_MS, indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { TOTP_STEP_MS, totpCode } from '../../../totp/totp-code.ts'
import type { Exchange } from '../../state/exchange.ts'
import type { ExchangeAccount } from '../../state/exchange-account.ts'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'

export type WireSession = {
  readonly account: ExchangeAccount
  readonly jwtToken: string
  readonly refreshToken: string
  readonly feedToken: string
  readonly expiresMs: number
}

export type Login = { readonly clientCode: string; readonly mpin: string; readonly totp: string }

export type Sessions = {
  readonly logIn: (apiKey: string, login: Login) => ExchangeAnswer<WireSession>
  readonly refresh: (session: WireSession, refreshToken: string) => ExchangeAnswer<WireSession>
  readonly logOut: (clientCode: string) => void
  /** The session of a jwt, with or without `Bearer`. */
  readonly find: (authorization: string | undefined) => ExchangeAnswer<WireSession>
  readonly findByFeedToken: (feedToken: string) => WireSession | null
}

export function wireSessions(exchange: Exchange): Sessions {
  const byJwt = new Map<string, WireSession>()
  const usedWindows = new Map<string, number>()

  const begin = (account: ExchangeAccount): WireSession => {
    const nowMs = exchange.clock.nowMs()
    // Ended sessions are remembered for a day, to distinguish expired tokens from unknown ones.
    for (const [jwt, old] of byJwt) if (old.expiresMs < nowMs - DAY_MS) byJwt.delete(jwt)
    const session: WireSession = {
      account,
      jwtToken: tokenLike(exchange, { username: account.clientCode, token: 'USER' }),
      refreshToken: tokenLike(exchange, { token: 'REFRESH-TOKEN' }),
      feedToken: tokenLike(exchange, { username: account.clientCode }),
      // Every session ends at midnight in India.
      expiresMs: indiaDayStartMs(indiaDayNumber(nowMs) + 1),
    }
    byJwt.set(session.jwtToken, session)
    return session
  }

  return {
    logIn(apiKey, { clientCode, mpin, totp }) {
      const account = exchange.accounts.get(clientCode)
      if (!account || account.mpin !== mpin) return refuseWith('AB1000')
      if (account.apiKey !== apiKey) return refuseWith('AG8004')
      const nowMs = exchange.clock.nowMs()
      const window = Math.floor(nowMs / TOTP_STEP_MS)
      if (totpCode(account.totpSecret, nowMs) !== totp) return refuseWith('AB1050')
      // A code works once.
      if (usedWindows.get(clientCode) === window) return refuseWith('AB1050')
      usedWindows.set(clientCode, window)
      return { ok: true, value: begin(account) }
    },
    refresh(session, refreshToken) {
      const own = [...byJwt.values()].filter(({ account }) => account === session.account)
      if (!own.some((one) => one.refreshToken === refreshToken)) return refuseWith('AB8050')
      if (exchange.clock.nowMs() >= session.expiresMs) return refuseWith('AB8051')
      // The tokens before it stay valid: one of the official clients renews them and goes on with the old ones.
      return { ok: true, value: begin(session.account) }
    },
    logOut(clientCode) {
      for (const [jwt, session] of byJwt) if (session.account.clientCode === clientCode) byJwt.delete(jwt)
    },
    find(authorization) {
      const jwt = authorization?.replace(/^Bearer\s+/i, '').trim() ?? ''
      if (jwt === '') return refuseWith('AG8003')
      const session = byJwt.get(jwt)
      if (!session) return refuseWith('AG8001')
      return exchange.clock.nowMs() < session.expiresMs ? { ok: true, value: session } : refuseWith('AG8002')
    },
    findByFeedToken(feedToken) {
      for (const session of byJwt.values()) if (session.feedToken === feedToken) return session
      return null
    },
  }
}

/** Looks like a JSON web token, because clients check the format, but is an opaque random token. */
function tokenLike(exchange: Exchange, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const seal = Buffer.from(exchange.ids.next() + exchange.ids.next()).toString('base64url')
  return `${part({ alg: 'HS512' })}.${part({ ...claims, iat: Math.floor(exchange.clock.nowMs() / 1_000) })}.${seal}`
}
