import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import type { Queryable } from '../../platform/db/client.ts'
import { listUserPayments } from './payment-store.ts'
import { paymentViews } from './payment-view.ts'

const SHOWN = 200

/** All payments and payment attempts of one subscription, newest first. */
export async function listSubscriptionPayments(db: Queryable, subscriptionId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('order_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return paymentViews(db, rows)
}

/** A user's payments and attempts, newest first. */
export async function listPaymentsOfUser(db: Queryable, userId: string, limit: number): Promise<Payment[]> {
  return paymentViews(db, (await listUserPayments(db, userId)).slice(0, limit))
}
