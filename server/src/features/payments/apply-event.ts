import * as z from 'zod/mini'
import type { Deps } from '../../http/context.ts'
import { paymentOf, RazorpayPayment } from '../../providers/razorpay.ts'
import { recordLog } from '../logs/index.ts'
import { applyCapture } from './apply-capture.ts'
import { findPaymentByOrder } from './payment-store.ts'
import { noteRefund } from './settle-refund.ts'

const Entity = <S extends z.ZodMiniType>(schema: S) => z.object({ entity: schema })
const Body = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.optional(Entity(RazorpayPayment)),
    refund: z.optional(Entity(z.object({ id: z.string(), status: z.enum(['pending', 'processed', 'failed']) }))),
  }),
})

/** Order of arrival does not matter: only a captured payment grants, and only once. */
export async function applyEvent(deps: Deps, eventId: string): Promise<void> {
  const row = await deps.db.selectFrom('payment_events').selectAll().where('event_id', '=', eventId).executeTakeFirst()
  if (!row || row.applied_at !== null) return
  const body = Body.safeParse(row.body)
  if (body.success) {
    const { payment, refund } = body.data.payload
    if (payment?.entity.status === 'captured') await capture(deps, payment.entity)
    if (refund) await settle(deps, refund.entity)
  }
  await deps.db
    .updateTable('payment_events')
    .set({ applied_at: deps.clock.now() })
    .where('event_id', '=', eventId)
    .execute()
}

async function capture(deps: Deps, entity: z.infer<typeof RazorpayPayment>): Promise<void> {
  const { id, orderId, amountPaise, currency } = paymentOf(entity)
  const payment = await findPaymentByOrder(deps.db, orderId)
  if (!payment) return
  const outcome = await deps.db
    .transaction()
    .execute((tx) => applyCapture(tx, deps, payment.id, { providerPaymentId: id, amountPaise, currency }))
  if (outcome !== 'amount-differs') return
  await recordLog(deps.db, deps.clock.now(), {
    level: 'CRITICAL',
    category: 'payment',
    message: 'A payment differs from its order: nothing was granted',
    userId: payment.user_id,
    details: { payment_id: payment.id, provider_payment_id: id, amount_paise: String(amountPaise), currency },
  })
}

async function settle(deps: Deps, note: { id: string; status: 'pending' | 'processed' | 'failed' }): Promise<void> {
  const refund = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('provider_refund_id', '=', note.id)
    .executeTakeFirst()
  if (refund) await noteRefund(deps.db, deps, refund.id, note)
}
