import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Payments } from '../../platform/db/tables.ts'

export type PaymentRow = Selectable<Payments>
type NewPayment = Omit<
  PaymentRow,
  | 'status'
  | 'provider_payment_id'
  | 'refunded_paise'
  | 'failure'
  | 'effect'
  | 'replaced_at'
  | 'paid_at'
  | 'polled_at'
  | 'held_payment_ids'
  | 'coupon_id'
  | 'coupon_paise'
> &
  Partial<Pick<PaymentRow, 'coupon_id' | 'coupon_paise'>>

export async function insertPayment(db: Queryable, payment: NewPayment): Promise<PaymentRow> {
  return db.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()
}

export async function findPayment(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findPaymentByOrder(db: Queryable, orderId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** The row stays locked until the transaction ends, so that callback, webhook and poller run one after the other. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The unpaid order of this subscription that its holder may pay. */
export async function findOpenOrder(db: Queryable, subscriptionId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', 'in', ['pending', 'failed'])
    .where('replaced_at', 'is', null)
    .where('purpose', '<>', 'mandate')
    .where('renews_end_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listUserPayments(db: Queryable, userId: string): Promise<PaymentRow[]> {
  return (
    db
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', userId)
      // Without an id the provider has not been asked or has not answered: there is nothing to pay yet.
      .where('order_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
  )
}

type Change = Partial<
  Pick<
    PaymentRow,
    | 'status'
    | 'provider_payment_id'
    | 'failure'
    | 'effect'
    | 'replaced_at'
    | 'paid_at'
    | 'refunded_paise'
    | 'held_payment_ids'
  >
>

export async function changePayment(db: Queryable, id: string, change: Change): Promise<PaymentRow> {
  return db.updateTable('payments').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Stores the provider's order id; if two tabs asked, the first answer counts for both. */
export async function saveOrderId(db: Queryable, id: string, orderId: string): Promise<PaymentRow> {
  const kept = await db
    .updateTable('payments')
    .set({ order_id: orderId })
    .where('id', '=', id)
    .where('order_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return kept ?? db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
