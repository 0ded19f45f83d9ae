import { segmentOf } from '../../market/bse-listings.ts'
import type { StreamMode } from '../../../smart-stream/stream-packet.ts'
import { asBody, type Body } from '../format/body-fields.ts'
import { EXCHANGE_TYPES } from './stream-packet-of.ts'

type Subscription =
  | { readonly ok: false; readonly correlationId: string }
  | {
      readonly ok: true
      readonly correlationId: string
      readonly action: 0 | 1
      readonly mode: StreamMode
      /** Tokens of the cash markets; other segments are not simulated and send nothing. */
      readonly tokens: readonly string[]
    }

export function readSubscription(message: string | null): Subscription {
  const body = parse(message)
  const correlationId = typeof body?.['correlationID'] === 'string' ? body['correlationID'] : ''
  const params = asBody(body?.['params'])
  const action = body?.['action']
  const mode = params?.['mode']
  const tokens = tokensOf(params?.['tokenList'])
  const isReadable = (action === 0 || action === 1) && (mode === 1 || mode === 2 || mode === 3) && tokens !== null
  return isReadable ? { ok: true, correlationId, action, mode, tokens } : { ok: false, correlationId }
}

function parse(message: string | null): Body | null {
  try {
    return asBody(JSON.parse(message ?? ''))
  } catch {
    return null
  }
}

function tokensOf(list: unknown): readonly string[] | null {
  if (!Array.isArray(list)) return null
  const tokens: string[] = []
  for (const entry of list.map(asBody)) {
    if (!entry || typeof entry['exchangeType'] !== 'number' || !Array.isArray(entry['tokens'])) return null
    for (const token of entry['tokens'].map(String)) {
      if (entry['exchangeType'] === EXCHANGE_TYPES[segmentOf(token)]) tokens.push(token)
    }
  }
  return tokens
}
