import { type Selectable, sql } from 'kysely'
import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Payments } from '../../platform/db/tables.ts'
import { updateEach } from '../../platform/db/update-each.ts'

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

const idOf = ({ id }: { readonly id: string }) => id

export const insertPayment = batchStatements(async (db, payments: readonly NewPayment[]) => {
  const rows = await db.insertInto('payments').values(payments).returningAll().execute()
  return rowFor(payments.map(idOf), rows, idOf) as PaymentRow[]
})

export const findPayment = batchStatements(async (db, ids: readonly string[]) =>
  rowFor(ids, await db.selectFrom('payments').selectAll().where('id', '=', anyOf(ids)).execute(), idOf),
)

export async function findPaymentByOrder(db: Queryable, orderId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** The row stays locked until the transaction ends, so that callback, webhook and poller run one after the other. */
export const lockPayment: (tx: Tx, id: string) => Promise<PaymentRow | undefined> = batchStatements(
  async (tx, ids: readonly string[]) => {
    const query = tx.selectFrom('payments').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate()
    return rowFor(ids, await query.execute(), idOf)
  },
)

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
  const row = await updatePayment(db, { id, change })
  if (!row) throw new Error(`there is no payment ${id}`)
  return row
}

const updatePayment = batchStatements(
  async (db, changes: readonly { readonly id: string; readonly change: Change }[]) =>
    rowFor(changes.map(idOf), await updateEach<PaymentRow>(db, 'payments', changes), idOf),
)

/** Stores the provider's order id; if two tabs asked, the first answer counts for both. */
export async function saveOrderId(db: Queryable, id: string, orderId: string): Promise<PaymentRow> {
  const row = (await keepOrderId(db, { id, change: { order_id: orderId } })) ?? (await findPayment(db, id))
  if (!row) throw new Error(`there is no payment ${id}`)
  return row
}

type Ordered = { readonly id: string; readonly change: Pick<PaymentRow, 'order_id'> }

const keepOrderId = batchStatements(async (db, changes: readonly Ordered[]) =>
  rowFor(changes.map(idOf), await updateEach<PaymentRow>(db, 'payments', changes, sql`t.order_id is null`), idOf),
)
