import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import { paymentOf, RazorpayPayment } from '../../../platform/providers/razorpay.ts'
import { RazorpayToken, tokenOf } from '../../../platform/providers/recurring/razorpay-recurring.ts'
import { applyCapture } from '../captures/apply-capture.ts'
import { invoicePayments } from '../captures/invoice-payments.ts'
import { applyRecurringEvent } from '../payment-ports.ts'
import { findPaymentByOrder } from '../payment-store.ts'
import { applyRefundReport } from '../refunds/settle-refund.ts'

const Entity = <S extends z.ZodMiniType>(schema: S) => z.object({ entity: schema })
const RefundEntity = z.object({
  id: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  payment_id: z.optional(z.string()),
  amount: z.optional(z.int()),
})
const Notification = z.object({
  id: z.string(),
  order_id: z.optional(z.nullable(z.string())),
  status: z.optional(z.nullable(z.string())),
  delivered_at: z.optional(z.nullable(z.int())),
})
const Body = z.object({
  event: z.string(),
  created_at: z.optional(z.int()),
  payload: z.object({
    payment: z.optional(Entity(RazorpayPayment)),
    refund: z.optional(Entity(RefundEntity)),
    token: z.optional(Entity(RazorpayToken)),
    notification: z.optional(Entity(Notification)),
  }),
})

const BATCH = 200
const SIDE_BY_SIDE = 4

/**
 * The job behind the webhook: applies every stored event that is not yet applied, a few in parallel; failures are
 * retried.
 */
export async function applyEvents(deps: Deps): Promise<void> {
  const failed = new Map<string, unknown>()
  for (;;) {
    const rows = await deps.db
      .selectFrom('payment_events')
      .select(['event_id', 'body'])
      .where('applied_at', 'is', null)
      .$if(failed.size > 0, (query) => query.where('event_id', 'not in', [...failed.keys()]))
      .orderBy('received_at')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) break
    const queue = [...rows]
    const work = async () => {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        const { event_id, body } = row
        await applyEvent(deps, body).catch((error: unknown) => failed.set(event_id, error))
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
    const applied = rows.map(({ event_id }) => event_id).filter((id) => !failed.has(id))
    // A crash before this line applies the batch again, which changes nothing.
    await deps.db
      .updateTable('payment_events')
      .set({ applied_at: deps.clock.now() })
      .where('event_id', 'in', applied.length > 0 ? applied : [''])
      .execute()
    await invoicePayments(deps)
  }
  const [reason] = failed.values()
  if (failed.size > 0) throw new Error(`${failed.size} payment events could not be applied yet: ${String(reason)}`)
}

/** The order of arrival does not matter: only a captured payment grants, and only once. */
async function applyEvent(deps: Deps, stored: unknown): Promise<void> {
  const body = Body.safeParse(stored)
  if (!body.success) return
  const { payment, refund, token, notification } = body.data.payload
  if (payment?.entity.status === 'captured') await capture(deps, payment.entity)
  if (refund) await settle(deps, refund.entity)
  const { event, created_at } = body.data
  await applyRecurringEvent.ask(deps, {
    saidAt: created_at === undefined ? deps.clock.now() : new Date(created_at * 1000),
    payment: payment && paymentOf(payment.entity),
    token: token && tokenOf(token.entity),
    notice: notification && noticeOf(event, notification.entity),
  })
}

/** The documentation names the events with and without "order." in front. */
function noticeOf(event: string, { id, order_id, status, delivered_at }: z.infer<typeof Notification>) {
  const isDelivered = (status ?? event.split('.').at(-1)) === 'delivered'
  const deliveredAt = delivered_at ? new Date(delivered_at * 1000) : null
  return { id, orderId: order_id ?? null, isDelivered, deliveredAt }
}

async function capture(deps: Deps, entity: z.infer<typeof RazorpayPayment>): Promise<void> {
  const { id, orderId, amountPaise, currency } = paymentOf(entity)
  const payment = await findPaymentByOrder(deps.db, orderId)
  // An effect is applied once: most deliveries repeat the same capture.
  if (!payment || (payment.effect !== null && payment.provider_payment_id === id)) return
  await deps.db
    .transaction()
    .execute((tx) => applyCapture(tx, deps, payment.id, { providerPaymentId: id, amountPaise, currency }))
}

/** The webhook can arrive before the answer to our own request: then payment and amount identify the refund. */
async function settle(deps: Deps, note: z.infer<typeof RefundEntity>): Promise<void> {
  const known = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('provider_refund_id', '=', note.id)
    .executeTakeFirst()
  // A retried refund has the amount of the one that failed: only a waiting refund can be meant.
  const meant = await deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.id')
    .where('refunds.provider_refund_id', 'is', null)
    .where('refunds.status', '=', 'requested')
    .where((row) =>
      row(row.fn.coalesce('refunds.provider_payment_id', 'payments.provider_payment_id'), '=', note.payment_id ?? ''),
    )
    .where('refunds.amount_paise', '=', String(note.amount ?? 0))
    .executeTakeFirst()
  const refund = known ?? meant
  if (refund) await applyRefundReport(deps.db, deps, refund.id, note)
}
