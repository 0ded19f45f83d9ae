import type { HttpWire } from '@trading-bot/engine/brokers/angel-one/requests/http-wire'
import type { EgressOutcome } from '../../../platform/providers/broker-desk.ts'

// The page that the broker's firewall sends to an address it has blocked.
const BLOCKED = /request rejected/i

/** Any answer but that of its firewall shows that the broker is reached; the question needs no session. */
export async function probeEgress(send: HttpWire, restUrl: string): Promise<EgressOutcome> {
  const answer = await send({ method: 'GET', url: `${restUrl}/`, headers: { Accept: 'application/json' }, body: '' })
  if (answer.kind !== 'answer') return { result: 'failed', detail: answer.why }
  const detail = `HTTP ${answer.status}`
  return { result: BLOCKED.test(answer.text) ? 'blocked' : 'reached', detail }
}
