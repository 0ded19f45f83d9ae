import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import type { Delivery, ReceiveDelivery } from '../../../platform/http/webhook.ts'
import { isHexMac } from '../../../platform/providers/razorpay.ts'
import { type EventIntake, openEventIntake } from './event-intake.ts'

const Envelope = z.object({ event: z.string() })

/** Accepts the provider's webhooks, many in one statement. */
export function openWebhook(deps: Deps): ReceiveDelivery {
  const intake = openEventIntake(deps)
  return (delivery) => receiveEvent(deps, intake, delivery)
}

/** A signed and readable event is stored and answered; a job applies it. A repeated delivery gets the same answer. */
async function receiveEvent(deps: Deps, intake: EventIntake, delivery: Delivery): Promise<'stored' | 'refused'> {
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
