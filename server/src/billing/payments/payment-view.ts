import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import { PaymentStatus } from '@trading-bot/contract/rest/billing/subscriptions'
import type { Queryable } from '../../platform/db/client.ts'
import { invoiceNumber } from '../invoices/index.ts'
import { refundsDue } from './refunds/refund-due.ts'
import type { PaymentRow } from './payment-store.ts'

export async function paymentViews(db: Queryable, rows: readonly PaymentRow[]): Promise<Payment[]> {
  if (rows.length === 0) return []
  const invoices = await db
    .selectFrom('invoices')
    .select(['payment_id', 'series', 'financial_year', 'number'])
    .where('kind', '=', 'invoice')
    .where(
      'payment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const numbers = new Map(invoices.map((row) => [row.payment_id, invoiceNumber(row)]))
  const due = await refundsDue(db, rows)
  return rows.map((row) => ({
    id: row.id,
    order_id: row.order_id ?? '',
    provider_payment_id: row.provider_payment_id,
    plan_name: row.plan_name,
    purpose: row.purpose as Payment['purpose'],
    amount: Number(row.amount_paise) / 100,
    amount_refunded: Number(row.refunded_paise) / 100,
    refund_due: due.get(row.id) ?? null,
    currency: 'INR',
    status: PaymentStatus.parse(row.status),
    is_simulated: row.is_simulated,
    invoice_number: numbers.get(row.id) ?? null,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }))
}
