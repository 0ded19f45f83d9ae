import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts'
import { askRazorpay, type RazorpaySettings } from './razorpay-request.ts'
import { razorpayRecurring } from './recurring/razorpay-recurring.ts'

const Order = z.object({ id: z.string() })
const text = z.optional(z.nullable(z.string()))
export const RazorpayPayment = z.object({
  id: z.string(),
  order_id: z.nullable(z.string()),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.int(),
  currency: z.string(),
  token_id: text,
  customer_id: text,
  error_reason: text,
  error_description: text,
})
const PaymentList = z.object({ items: z.array(RazorpayPayment) })
const Refund = z.object({ id: z.string(), status: z.enum(['pending', 'processed', 'failed']) })

export function razorpay(settings: RazorpaySettings): PaymentProvider {
  return {
    isSimulated: false,
    keyId: settings.keyId,
    createOrder: async ({ amountPaise, receipt }) => {
      const body = {
        amount: Number(amountPaise),
        currency: 'INR',
        receipt,
        ...(settings.uniqueReceipt && { unique_receipt: true }),
      }
      return (await askRazorpay(settings, Order, '/v1/orders', { body })).id
    },
    listPayments: async (orderId) => {
      const path = `/v1/orders/${encodeURIComponent(orderId)}/payments`
      const { items } = await askRazorpay(settings, PaymentList, path)
      return items.map(paymentOf)
    },
    refund: async ({ paymentId, amountPaise, key }) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`
      const headers = { 'X-Refund-Idempotency': key }
      return askRazorpay(settings, Refund, path, { body: { amount: Number(amountPaise), speed: 'normal' }, headers })
    },
    isSignature: (orderId, paymentId, signature) => isHexMac(settings.keySecret, `${orderId}|${paymentId}`, signature),
    ...(settings.recurring && { recurring: razorpayRecurring(settings) }),
  }
}

export function paymentOf(entity: z.infer<typeof RazorpayPayment>): ProviderPayment {
  const { id, order_id, status, amount, currency, token_id, customer_id, error_reason, error_description } = entity
  return {
    id,
    orderId: order_id ?? '',
    status,
    amountPaise: BigInt(amount),
    currency,
    tokenId: token_id ?? null,
    customerId: customer_id ?? null,
    // Some failures have a description only.
    errorReason: error_reason ?? error_description ?? null,
  }
}

/** Compared in constant time; a webhook's body must be the raw bytes as they arrived. */
export function isHexMac(secret: string, message: string | Buffer, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  const expected = createHmac('sha256', secret).update(message).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
