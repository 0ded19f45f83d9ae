import type { Deps } from '../../http/context.ts'
import { issueInvoice } from '../invoices/index.ts'
import { findPayment } from './payment-store.ts'

/** The job after a capture or a refund. A payment that was returned whole never had an invoice and gets no note. */
export async function invoicePayment(
  deps: Deps,
  subject: { paymentId: string; refundId?: string | undefined },
): Promise<void> {
  const payment = await findPayment(deps.db, subject.paymentId)
  if (payment?.effect !== 'granted') return
  const { paymentId, refundId } = subject
  const isSimulated = payment.is_simulated
  if (!refundId) {
    await issueInvoice(deps, { paymentId, amountPaise: BigInt(payment.amount_paise), isSimulated })
    return
  }
  const refund = await deps.db
    .selectFrom('refunds')
    .select('amount_paise')
    .where('id', '=', refundId)
    .executeTakeFirst()
  if (refund) await issueInvoice(deps, { paymentId, refundId, amountPaise: BigInt(refund.amount_paise), isSimulated })
}
