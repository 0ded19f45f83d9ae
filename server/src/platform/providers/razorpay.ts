// Razorpay's documented REST API over plain HTTPS: the official package drops the refund's idempotency header and
// breaks on network errors.
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { type PaymentProvider, type ProviderPayment, ProviderRefused, ProviderUnreachable } from './payment-provider.ts'

export type RazorpaySettings = { readonly url: string; readonly keyId: string; readonly keySecret: string }

const TIMEOUT_MS = 10_000

const Order = z.object({ id: z.string() })
export const RazorpayPayment = z.object({
  id: z.string(),
  order_id: z.nullable(z.string()),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.int(),
  currency: z.string(),
})
const PaymentList = z.object({ items: z.array(RazorpayPayment) })
const Refund = z.object({ id: z.string(), status: z.enum(['pending', 'processed', 'failed']) })

export function razorpay(settings: RazorpaySettings): PaymentProvider {
  return {
    isSimulated: false,
    keyId: settings.keyId,
    createOrder: async ({ amountPaise, receipt }) => {
      const body = { amount: Number(amountPaise), currency: 'INR', receipt }
      return (await ask(settings, Order, '/v1/orders', { body })).id
    },
    listPayments: async (orderId) => {
      const { items } = await ask(settings, PaymentList, `/v1/orders/${encodeURIComponent(orderId)}/payments`)
      return items.map(paymentOf)
    },
    refund: async ({ paymentId, amountPaise, key }) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`
      const headers = { 'X-Refund-Idempotency': key }
      return ask(settings, Refund, path, { body: { amount: Number(amountPaise), speed: 'normal' }, headers })
    },
    isSignature: (orderId, paymentId, signature) => isHexMac(settings.keySecret, `${orderId}|${paymentId}`, signature),
  }
}

export function paymentOf(entity: z.infer<typeof RazorpayPayment>): ProviderPayment {
  const { id, order_id, status, amount, currency } = entity
  return { id, orderId: order_id ?? '', status, amountPaise: BigInt(amount), currency }
}

/** Compared in constant time; a webhook's body must be the raw bytes as they arrived. */
export function isHexMac(secret: string, message: string | Buffer, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  const expected = createHmac('sha256', secret).update(message).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

// Wrong keys (401) or a busy provider (409, 429) prove nothing about the request itself.
const REFUSING = new Set([400, 404, 422])

type Options = { readonly body?: object; readonly headers?: Record<string, string> }

async function ask<S extends z.ZodMiniType>(
  { url, keyId, keySecret }: RazorpaySettings,
  schema: S,
  path: string,
  { body, headers }: Options = {},
): Promise<z.output<S>> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new ProviderUnreachable(`no answer from the payment provider: ${String(error)}`)
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) {
    const sentence = `the payment provider answered ${response.status}: ${text.slice(0, 300)}`
    throw REFUSING.has(response.status) ? new ProviderRefused(sentence) : new ProviderUnreachable(sentence)
  }
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new ProviderUnreachable('the payment provider answered something unreadable')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
