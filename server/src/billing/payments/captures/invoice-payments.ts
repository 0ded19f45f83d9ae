import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/client.ts'
import { INVOICE_LOCK } from '../../../platform/db/locks.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { type InvoiceSubject, issueInvoices } from '../../invoices/index.ts'

const BATCH = 500

/** Every granted payment gets its invoice and every refund of one its credit note: what lacks it, oldest first. */
export async function invoicePayments(deps: Deps): Promise<void> {
  let count = BATCH
  while (count >= BATCH) {
    count = await deps.db.transaction().execute(async (tx) => {
      // One at a time: two that ran together would see the same payments without an invoice.
      await sql`select pg_advisory_xact_lock(${INVOICE_LOCK})`.execute(tx)
      const sold = await uninvoiced(tx)
      await issueInvoices(tx, deps, sold)
      // After the invoices: a note is taxed where its invoice was.
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
    .select(['payments.id', 'payments.amount_paise', 'payments.is_simulated', 'users.gst_state'])
    .where('payments.effect', '=', 'granted')
    .where('invoices.id', 'is', null)
    .orderBy('payments.paid_at')
    .limit(BATCH)
    .execute()
  return rows.map(({ id, amount_paise, is_simulated, gst_state }) => ({
    paymentId: id,
    refundId: null,
    amountPaise: BigInt(amount_paise),
    isSimulated: is_simulated,
    placeOfSupply: gst_state,
  }))
}

/** A payment that was returned whole never had an invoice, so its refund needs no note. */
async function unnotedRefunds(tx: Tx): Promise<InvoiceSubject[]> {
  const rows = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('invoices', 'invoices.refund_id', 'refunds.id')
    .leftJoin('invoices as corrected', (join) =>
      join.onRef('corrected.payment_id', '=', 'payments.id').on('corrected.kind', '=', 'invoice'),
    )
    .select(['refunds.id', 'refunds.payment_id', 'refunds.amount_paise', 'payments.is_simulated'])
    .select('corrected.place_of_supply')
    .where('refunds.status', '=', 'processed')
    .where('payments.effect', '=', 'granted')
    // Money that came twice was never sold for: it has no invoice to correct.
    .where('refunds.provider_payment_id', 'is', null)
    .where('invoices.id', 'is', null)
    .orderBy('refunds.settled_at')
    .limit(BATCH)
    .execute()
  return rows.map(({ id, payment_id, amount_paise, is_simulated, place_of_supply }) => ({
    paymentId: payment_id,
    refundId: id,
    amountPaise: BigInt(amount_paise),
    isSimulated: is_simulated,
    placeOfSupply: place_of_supply,
  }))
}
