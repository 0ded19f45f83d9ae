import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import type { Delivery, ReceiveDelivery } from '../../../platform/http/webhook.ts'
import { readableCopy } from '../../../platform/http/readable-json.ts'
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
  // A payment counts whatever its payer wrote into a note, so odd characters are replaced, not refused.
  const body = readJson(delivery.body.toString('utf8'))
  const envelope = Envelope.safeParse(body)
  if (!envelope.success || !/^[\x21-\x7e]{1,200}$/.test(delivery.eventId)) return 'refused'
  await intake.store({ id: delivery.eventId, event: envelope.data.event, body: JSON.stringify(body) })
  return 'stored'
}

function readJson(text: string): unknown {
  try {
    return readableCopy(JSON.parse(text))
  } catch {
    return undefined
  }
}
