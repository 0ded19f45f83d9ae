import * as z from 'zod/mini'
import type { Deps } from '../../http/context.ts'
import { isHexMac } from '../../providers/razorpay.ts'
import type { EventIntake } from './event-intake.ts'

const Envelope = z.object({ event: z.string() })

export type Delivery = { readonly body: Buffer; readonly signature: string; readonly eventId: string }

/** Signed and readable: stored and answered; a job applies it. A delivery that came before is answered alike. */
export async function receiveEvent(deps: Deps, intake: EventIntake, delivery: Delivery): Promise<'stored' | 'refused'> {
  const { payments } = deps.config
  const secret = payments.kind === 'razorpay' ? payments.webhookSecret : undefined
  if (!secret || !isHexMac(secret, delivery.body, delivery.signature)) return 'refused'
  const text = delivery.body.toString('utf8')
  const envelope = Envelope.safeParse(parseJson(text))
  if (!envelope.success || delivery.eventId === '' || delivery.eventId.length > 200) return 'refused'
  await intake.store({ id: delivery.eventId, event: envelope.data.event, body: text })
  return 'stored'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
