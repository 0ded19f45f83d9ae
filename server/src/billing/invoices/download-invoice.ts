import type { downloadInvoice as spec } from '@trading-bot/contract/rest/billing/payments'
import { findGstState } from '@trading-bot/contract/rest/billing/gst-states'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { drawInvoice } from './draw-invoice.ts'
import { invoiceNumber } from './invoice-number.ts'

export const downloadInvoice: UseCase<typeof spec> = async ({ db, actor, config }, { id }) => {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .selectAll('invoices')
    .select(['payments.plan_name', 'payments.billing_cycle', 'payments.is_simulated', 'payments.user_id'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .where('invoices.payment_id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (!row || (row.user_id !== actor.userId && !actor.isAdmin)) return refuse('NOT_FOUND')
  return drawInvoice({
    title: row.is_simulated ? 'Receipt' : 'Tax invoice',
    number: invoiceNumber(row),
    issuedAt: row.issued_at,
    seller: config.seller,
    buyer: { name: `${row.first_name} ${row.last_name}`, email: row.email, gstin: row.buyer_gstin },
    placeOfSupply: findGstState(row.place_of_supply ?? '') ?? config.seller.state,
    item: `${row.plan_name}, ${row.billing_cycle}`,
    isTest: row.is_simulated,
    amounts: {
      taxable: BigInt(row.taxable_paise),
      cgst: BigInt(row.cgst_paise),
      sgst: BigInt(row.sgst_paise),
      igst: BigInt(row.igst_paise),
      total: BigInt(row.total_paise),
    },
  })
}
