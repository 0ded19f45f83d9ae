import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { Refunds } from '../../../platform/db/tables.ts'
import { queueRefund } from './start-refund.ts'

export type RefundRow = Selectable<Refunds>

/** The oldest refund of a payment that the provider rejected and that was not retried: it is still owed. */
export async function findFailedRefund(db: Queryable, paymentId: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'failed')
    .where('retried_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

type Input = { readonly amountPaise: bigint | undefined; readonly reason: string | undefined }
type Retry = { readonly refundId: string; readonly amountPaise: bigint }

/**
 * A new row with a new key, because the old key would only repeat the provider's rejection. The time was taken back and
 * the money set aside when the first refund was booked, so nothing moves now.
 */
export async function retryRefund(tx: Tx, failed: RefundRow, input: Input, now: Date): Promise<Retry | Refusal> {
  const owed = BigInt(failed.amount_paise)
  const amountPaise = input.amountPaise ?? owed
  if (amountPaise === 0n || amountPaise > owed) {
    return refuse('REFUND_OWED', { values: { amount: formatRupees(Number(owed) / 100) } })
  }
  await tx.updateTable('refunds').set({ retried_at: now }).where('id', '=', failed.id).execute()
  const reason = input.reason ?? failed.reason
  const { payment_id: paymentId, provider_payment_id: providerPaymentId } = failed
  return { refundId: await queueRefund(tx, { paymentId, amountPaise, reason, providerPaymentId }, now), amountPaise }
}
