import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../http/context.ts'
import { newId } from '../../ids.ts'
import { financialYear } from './financial-year.ts'
import { splitGst } from './split-gst.ts'

type Subject = {
  readonly paymentId: string
  readonly refundId?: string
  readonly amountPaise: bigint
  readonly isSimulated: boolean
}

/** One invoice a payment, one credit note a refund: asking again finds the one that is there. */
export async function issueInvoice(deps: Deps, subject: Subject): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const kind = subject.refundId ? 'credit-note' : 'invoice'
    const known = await tx
      .selectFrom('invoices')
      .select('id')
      .where('payment_id', '=', subject.paymentId)
      .where('kind', '=', kind)
      .$if(subject.refundId !== undefined, (query) => query.where('refund_id', '=', subject.refundId ?? ''))
      .executeTakeFirst()
    if (known) return
    const now = deps.clock.now()
    const series = `${subject.isSimulated ? 'TEST-' : ''}${kind === 'invoice' ? 'INV' : 'CN'}`
    const year = financialYear(now)
    const split = splitGst(subject.amountPaise, true)
    await tx
      .insertInto('invoices')
      .values({
        id: newId(now),
        payment_id: subject.paymentId,
        refund_id: subject.refundId ?? null,
        kind,
        series,
        financial_year: year,
        number: await nextNumber(tx, series, year),
        issued_at: now,
        total_paise: split.totalPaise,
        taxable_paise: split.taxablePaise,
        cgst_paise: split.cgstPaise,
        sgst_paise: split.sgstPaise,
        igst_paise: split.igstPaise,
      })
      .execute()
  })
}

// Without gaps: the counter moves in the transaction that uses the number, and waits for the one before it.
async function nextNumber(tx: Tx, series: string, year: string): Promise<number> {
  const row = await tx
    .insertInto('invoice_counters')
    .values({ series, financial_year: year, last_number: 1 })
    .onConflict((on) =>
      on.columns(['series', 'financial_year']).doUpdateSet({ last_number: sql`invoice_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}
