import type { IncomingHttpHeaders } from 'node:http'
import type { Wire } from '../session/wire.ts'
import type { WireSession } from '../session/sessions.ts'

export type Handshake =
  | { readonly ok: true; readonly clientCode: string }
  | { readonly ok: false; readonly status: number; readonly message: string }

/** Uses four headers, or query parameters from browsers, which cannot set headers. */
export function authorizeFeed(wire: Wire, headers: IncomingHttpHeaders, query: URLSearchParams): Handshake {
  if (query.has('clientCode')) {
    const claim = {
      clientCode: query.get('clientCode'),
      apiKey: query.get('apiKey'),
      feedToken: query.get('feedToken'),
    }
    return checkClaim(wire, wire.sessions.findByFeedToken(claim.feedToken ?? ''), claim)
  }
  const found = wire.sessions.find(headers.authorization)
  if (!found.ok) return refuse('Invalid Auth token')
  return checkClaim(wire, found.value, {
    clientCode: headers['x-client-code'],
    apiKey: headers['x-api-key'],
    feedToken: headers['x-feed-token'],
  })
}

/** Checks the token only, and distinguishes expired from unknown tokens. */
export function authorizeOrderUpdates(wire: Wire, headers: IncomingHttpHeaders): Handshake {
  const found = wire.sessions.find(headers.authorization)
  if (found.ok) return { ok: true, clientCode: found.value.account.clientCode }
  return { ok: false, status: found.code === 'AG8002' ? 403 : 401, message: found.message }
}

type Claim = { readonly clientCode: unknown; readonly apiKey: unknown; readonly feedToken: unknown }

function checkClaim(wire: Wire, session: WireSession | null, claim: Claim): Handshake {
  if (!session || session.feedToken !== claim.feedToken) return refuse('Invalid Feed Token')
  const { account, expiresMs } = session
  if (wire.exchange.clock.nowMs() >= expiresMs) return refuse('Invalid Feed Token')
  if (account.clientCode !== claim.clientCode) return refuse('Invalid Client Code')
  if (account.apiKey !== claim.apiKey) return refuse('Invalid API Key')
  return { ok: true, clientCode: account.clientCode }
}

function refuse(what: string): Handshake {
  return { ok: false, status: 401, message: `Invalid Header - ${what}` }
}
