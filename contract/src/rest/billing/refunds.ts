// The administrator's queue of refunds: what users ask for, what the provider rejected, what is on its way and what is paid.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Id, paging, Rupees, Time } from '../shapes.ts'
import { PaymentStatus, SubscriptionStatus } from './subscriptions.ts'

/**
 * requested: a cancellation asks for it. failed: the provider rejected it, so it is still owed. on_its_way: the provider
 * was told. refunded: the provider has paid.
 */
export const RefundQueueState = z.enum(['requested', 'failed', 'on_its_way', 'refunded'])
export type RefundQueueState = z.infer<typeof RefundQueueState>

export const RefundQueueItem = z.object({
  /** Of the refund; of the payment where none was made yet. */
  id: Id,
  state: RefundQueueState,
  amount: Rupees,
  /** The most that can be refunded of the payment now, with a reason. */
  maximum: Rupees,
  reason: z.string(),
  at: Time,
  payment: z.object({
    id: Id,
    plan_name: z.string(),
    amount: Rupees,
    amount_refunded: Rupees,
    status: PaymentStatus,
    is_simulated: z.boolean(),
    paid_at: z.nullable(Time),
  }),
  subscription: z.object({ id: Id, status: SubscriptionStatus }),
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
})
export type RefundQueueItem = z.infer<typeof RefundQueueItem>

export const listRefunds = call({
  method: 'GET',
  path: '/admin/refunds/',
  access: 'admin',
  summary: 'Refunds in one state, oldest first where somebody has to act; x-totals counts and sums every state.',
  query: z.strictObject({ ...paging, state: z._default(RefundQueueState, 'requested') }),
  answer: z.array(RefundQueueItem),
  totals: z.record(RefundQueueState, z.object({ count: z.int(), amount: Rupees })),
})

export const readRefundLimits = call({
  method: 'GET',
  path: '/admin/refunds/{id}/',
  access: 'admin',
  summary: 'How much of a payment can be refunded now, and how much of it was or is owed.',
  params: ById,
  answer: z.object({
    paid: Rupees,
    /** Refunded, or handed to the provider. */
    refunded: Rupees,
    /** Value of the paid time that is not used, or that a cancellation has set aside. */
    unused: Rupees,
    /** The most without a reason. */
    maximum: Rupees,
    /** The most with a reason. */
    maximum_with_reason: Rupees,
    /** A rejected refund that has to be sent again before a new one; null without one. */
    owed: z.nullable(Rupees),
  }),
})
export type RefundLimits = z.infer<typeof readRefundLimits.answer>
