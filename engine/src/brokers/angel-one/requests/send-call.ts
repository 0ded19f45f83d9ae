import type { AngelOneContext } from '../session/angel-one-context.ts'
import { ENDPOINTS, type EndpointName } from './endpoints.ts'
import { type Judged, judgeAnswer } from './judge-answer.ts'
import type { Priority } from '@trading-bot/core/rate-limit/rate-limiter'

export type Call = { readonly endpoint: EndpointName; readonly body?: object; readonly priority?: Priority }

/** Sends one call within the rate limits and with the documented headers. It never retries. */
export async function sendCall(context: AngelOneContext, call: Call, jwtToken: string | null): Promise<Judged> {
  const endpoint = ENDPOINTS[call.endpoint]
  const isOurTurn = await context.rateLimiter.turn(endpoint.limit, call.priority ?? 'NORMAL')
  if (!isOurTurn)
    return { verdict: 'NOT_SENT', code: 'RATE_CAP', why: 'Too many calls were waiting. Nothing was sent.' }
  const answer = await context.wire({
    method: endpoint.method,
    url: `${context.restUrl}${endpoint.path}`,
    headers: headersOf(context, jwtToken),
    body: endpoint.method === 'POST' ? JSON.stringify(call.body ?? {}) : '',
  })
  return judgeAnswer(endpoint.kind, answer, context.registeredAddress)
}

function headersOf({ machine, credentials }: AngelOneContext, jwtToken: string | null): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'X-UserType': 'USER',
    'X-SourceID': 'WEB',
    'X-ClientLocalIP': machine.localIp,
    'X-ClientPublicIP': machine.publicIp,
    'X-MACAddress': machine.macAddress,
    'X-PrivateKey': credentials.apiKey,
    ...(jwtToken !== null && { Authorization: `Bearer ${jwtToken}` }),
  }
}
