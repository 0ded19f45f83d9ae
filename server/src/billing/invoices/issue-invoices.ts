import { splitGst } from '@trading-bot/core/split-gst'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { financialYear } from './financial-year.ts'

export type InvoiceSubject = {
  readonly paymentId: string
  readonly refundId: string | null
  readonly amountPaise: bigint
  readonly isSimulated: boolean
  /** Null means the seller's own state. A credit note keeps the place of supply of its invoice. */
  readonly placeOfSupply: string | null
  /** Printed for a buyer who claims the tax back; null without one. */
  readonly buyerGstin: string | null
}

/**
 * One invoice per payment, one credit note per refund; test payments have their own series. In the caller's
 * transaction.
 */
export async function issueInvoices(tx: Tx, deps: Deps, subjects: readonly InvoiceSubject[]): Promise<void> {
  const now = deps.clock.now()
  const year = financialYear(now)
  for (const series of new Set(subjects.map(seriesOf))) {
    const members = subjects.filter((subject) => seriesOf(subject) === series)
    const first = await takeNumbers(tx, series, year, members.length)
    const rows = members.map((subject, at) => ({
      ...amountsOf(subject, deps.config.seller.state),
      id: newId(now),
      payment_id: subject.paymentId,
      refund_id: subject.refundId,
      kind: subject.refundId ? 'credit-note' : 'invoice',
      series,
      financial_year: year,
      number: first + at,
      issued_at: now,
      buyer_gstin: subject.buyerGstin,
    }))
    await tx.insertInto('invoices').values(rows).execute()
  }
}

function seriesOf({ refundId, isSimulated }: InvoiceSubject): string {
  return `${isSimulated ? 'TEST-' : ''}${refundId ? 'CN' : 'INV'}`
}

function amountsOf({ amountPaise, placeOfSupply }: InvoiceSubject, sellerState: string) {
  const place = placeOfSupply ?? sellerState
  const split = splitGst(amountPaise, place === sellerState)
  return {
    place_of_supply: place,
    total_paise: split.totalPaise,
    taxable_paise: split.taxablePaise,
    cgst_paise: split.cgstPaise,
    sgst_paise: split.sgstPaise,
    igst_paise: split.igstPaise,
  }
}

// Gapless: the counter is incremented in the transaction that uses the numbers, and waits for the one before it.
async function takeNumbers(tx: Tx, series: string, year: string, count: number): Promise<number> {
  const row = await tx
    .insertInto('invoice_counters')
    .values({ series, financial_year: year, last_number: count })
    .onConflict((on) =>
      on
        .columns(['series', 'financial_year'])
        .doUpdateSet({ last_number: sql`invoice_counters.last_number + ${count}` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number - count + 1
}
