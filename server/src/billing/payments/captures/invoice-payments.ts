import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/client.ts'
import { INVOICE_LOCK } from '../../../platform/db/locks.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { type InvoiceSubject, issueInvoices } from '../../invoices/index.ts'

const BATCH = 500

/**
 * Issues missing documents, oldest first: an invoice for every granted payment, a credit note for every refund of one.
 */
export async function invoicePayments(deps: Deps): Promise<void> {
  let count = BATCH
  while (count >= BATCH) {
    count = await deps.db.transaction().execute(async (tx) => {
      // One run at a time: two at once would both see the same payments without an invoice.
      await sql`select pg_advisory_xact_lock(${INVOICE_LOCK})`.execute(tx)
      const sold = await uninvoiced(tx)
      await issueInvoices(tx, deps, sold)
      // After the invoices, because a credit note has the place of supply of its invoice.
      const givenBack = await unnotedRefunds(tx)
      await issueInvoices(tx, deps, givenBack)
      return Math.max(sold.length, givenBack.length)
    })
  }
}

async function uninvoiced(tx: Tx): Promise<InvoiceSubject[]> {
  const rows = await tx
    .selectFrom('payments')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.payment_id', '=', 'payments.id').on('invoices.kind', '=', 'invoice'),
    )
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select(['payments.id', 'payments.amount_paise', 'payments.is_simulated'])
    .select(['users.gst_state', 'users.gstin'])
    .where('payments.effect', '=', 'granted')
    .where('invoices.id', 'is', null)
    .orderBy('payments.paid_at')
    .limit(BATCH)
    .execute()
  return rows.map(({ id, amount_paise, is_simulated, gst_state, gstin }) => ({
    paymentId: id,
    refundId: null,
    amountPaise: BigInt(amount_paise),
    isSimulated: is_simulated,
    placeOfSupply: gst_state,
    buyerGstin: gstin,
  }))
}

/** A payment that was returned in full never had an invoice, so its refund needs no credit note. */
async function unnotedRefunds(tx: Tx): Promise<InvoiceSubject[]> {
  const rows = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('invoices', 'invoices.refund_id', 'refunds.id')
    .leftJoin('invoices as corrected', (join) =>
      join.onRef('corrected.payment_id', '=', 'payments.id').on('corrected.kind', '=', 'invoice'),
    )
    .select(['refunds.id', 'refunds.payment_id', 'refunds.amount_paise', 'payments.is_simulated'])
    .select(['corrected.place_of_supply', 'corrected.buyer_gstin'])
    .where('refunds.status', '=', 'processed')
    .where('payments.effect', '=', 'granted')
    // A duplicate payment sold nothing, so there is no invoice to correct.
    .where('refunds.provider_payment_id', 'is', null)
    .where('invoices.id', 'is', null)
    .orderBy('refunds.settled_at')
    .limit(BATCH)
    .execute()
  return rows.map(({ id, payment_id, amount_paise, is_simulated, place_of_supply, buyer_gstin }) => ({
    paymentId: payment_id,
    refundId: id,
    amountPaise: BigInt(amount_paise),
    isSimulated: is_simulated,
    placeOfSupply: place_of_supply,
    buyerGstin: buyer_gstin,
  }))
}
