import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../http/context.ts'
import { isHexMac } from '../../providers/razorpay.ts'

const Envelope = z.object({ event: z.string() })

export type Delivery = { readonly body: Buffer; readonly signature: string; readonly eventId: string }

/** Signed and new: stored and answered at once, applied by a job. A delivery that came before is answered alike. */
export async function receiveEvent(deps: Deps, delivery: Delivery): Promise<'stored' | 'refused'> {
  const { payments } = deps.config
  const secret = payments.kind === 'razorpay' ? payments.webhookSecret : undefined
  if (!secret || !isHexMac(secret, delivery.body, delivery.signature)) return 'refused'
  const envelope = Envelope.safeParse(parseJson(delivery.body))
  if (!envelope.success || delivery.eventId === '' || delivery.eventId.length > 200) return 'refused'
  const now = deps.clock.now()
  // One statement: the event and its job together, and neither for an event that is here already.
  await sql`
    with fresh as (
      insert into payment_events (event_id, event, body, received_at)
      values (${delivery.eventId}, ${envelope.data.event}, ${delivery.body.toString('utf8')}::jsonb, ${now})
      on conflict (event_id) do nothing returning event_id
    )
    select graphile_worker.add_job('apply_payment_event', json_build_object('eventId', event_id), max_attempts := 25)
    from fresh`.execute(deps.db)
  return 'stored'
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
