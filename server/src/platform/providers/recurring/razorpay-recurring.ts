// Razorpay's "Recurring Payments": we begin each debit ourselves, since its amount varies with the credit.
import * as z from 'zod/mini'
import { askRazorpay, type RazorpaySettings } from '../razorpay-request.ts'
import type { ProviderToken, RecurringPayments, TokenStatus } from './recurring-payments.ts'

const text = z.optional(z.nullable(z.string()))
const STATUSES = ['initiated', 'confirmed', 'rejected', 'cancelled', 'paused'] as const satisfies TokenStatus[]

/** In answers and in webhooks alike. */
export const RazorpayToken = z.object({
  id: z.string(),
  method: text,
  bank: text,
  vpa: z.optional(z.nullable(z.object({ username: text, handle: text }))),
  card: z.optional(z.nullable(z.object({ last4: text, issuer: text, network: text }))),
  bank_details: z.optional(z.nullable(z.object({ account_number: text }))),
  recurring_details: z.optional(z.nullable(z.object({ status: z.nullable(z.enum(STATUSES)), failure_reason: text }))),
})

const WithId = z.object({ id: z.string() })
const DebitOrder = z.object({ id: z.string(), notification: z.optional(z.nullable(z.object({ id: text }))) })
const Debited = z.object({ razorpay_payment_id: z.string() })
const TokenList = z.object({ items: z.array(RazorpayToken) })
const Cancelled = z.object({ status: z.string() })

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

export function razorpayRecurring(settings: RazorpaySettings): RecurringPayments {
  const order = (body: object) => ({ body: { ...body, ...(settings.uniqueReceipt && { unique_receipt: true }) } })
  const tokensOf = (customerId: string) => `/v1/customers/${encodeURIComponent(customerId)}/tokens`
  return {
    createCustomer: async (person) => {
      const body = { ...person, fail_existing: '0' }
      return (await askRazorpay(settings, WithId, '/v1/customers', { body })).id
    },
    createMandateOrder: async ({ customerId, method, amountPaise, maxPaise, expiresAt, receipt }) => {
      const terms = { max_amount: Number(maxPaise), expire_at: seconds(expiresAt) }
      const token =
        method === 'emandate' ? { ...terms, auth_type: 'netbanking' } : { ...terms, frequency: 'as_presented' }
      const body = { amount: Number(amountPaise), currency: 'INR', customer_id: customerId, method, receipt, token }
      return (await askRazorpay(settings, WithId, '/v1/orders', order(body))).id
    },
    createDebitOrder: async ({ amountPaise, receipt, notice }) => {
      const notification = notice && { token_id: notice.tokenId, payment_after: seconds(notice.debitAfter) }
      const body = { amount: Number(amountPaise), currency: 'INR', payment_capture: true, receipt }
      const made = await askRazorpay(
        settings,
        DebitOrder,
        '/v1/orders',
        order({ ...body, ...(notification && { notification }) }),
      )
      return { orderId: made.id, noticeId: made.notification?.id ?? null }
    },
    debit: async ({ orderId, customerId, tokenId, amountPaise, email, contact, description }) => {
      const body = {
        email,
        contact,
        amount: Number(amountPaise),
        currency: 'INR',
        order_id: orderId,
        customer_id: customerId,
        token: tokenId,
        recurring: true,
        description,
      }
      return (await askRazorpay(settings, Debited, '/v1/payments/create/recurring', { body })).razorpay_payment_id
    },
    listTokens: async (customerId) =>
      (await askRazorpay(settings, TokenList, tokensOf(customerId))).items.flatMap((token) => tokenOf(token) ?? []),
    cancelToken: async (customerId, tokenId) => {
      const path = `${tokensOf(customerId)}/${encodeURIComponent(tokenId)}/cancel`
      await askRazorpay(settings, Cancelled, path, { method: 'PUT' })
    },
  }
}

/** Undefined for a saved card or account that no mandate was asked for. */
export function tokenOf(entity: z.infer<typeof RazorpayToken>): ProviderToken | undefined {
  const status = entity.recurring_details?.status
  if (!status) return undefined
  const { vpa, card, bank_details: account } = entity
  const address = vpa?.username && vpa.handle ? `${vpa.username.slice(-2)}@${vpa.handle}` : null
  return {
    id: entity.id,
    status,
    bank: card?.issuer ?? card?.network ?? entity.bank ?? null,
    hint: card?.last4 ?? account?.account_number?.slice(-4) ?? address,
    failureReason: entity.recurring_details?.failure_reason ?? null,
  }
}
