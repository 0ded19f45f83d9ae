import { formatRupees } from '@trading-bot/core/money'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Context } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { mailCancellation } from './mail-cancellation.ts'
import { giveBackUnused } from './split-unused.ts'
import { changeSubscription, type SubscriptionRow } from './subscription-store.ts'

/** Ends it at once, under the owner's billing lock, because the owner or an administrator asked for it. */
export async function endSubscription(
  tx: Tx,
  context: Context<'signed-in'>,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const now = context.clock.now()
  const back = await giveBackUnused(tx, row, now)
  const change = { status: 'cancelled', cancelled_at: now, auto_renew: false }
  const cancelled = await changeSubscription(tx, row.id, change, now)
  await recordAudit(tx, context, {
    action: 'subscription.cancelled',
    subject: { kind: 'subscription', id: row.id },
    before: { status: row.status },
    after: { status: 'cancelled', refund_paise: String(back.refundPaise), credit_paise: String(back.creditPaise) },
  })
  await recordLog(tx, now, {
    level: back.refundPaise > 0n ? 'WARNING' : 'INFO',
    category: 'payment',
    message:
      back.refundPaise > 0n
        ? `Subscription cancelled: a refund request of ${formatRupees(Number(back.refundPaise) / 100)} is open`
        : 'Subscription cancelled',
    userId: row.user_id,
    details: { subscription_id: row.id, refund_paise: String(back.refundPaise) },
  })
  // An unpaid subscription was never used: dropping it is no news.
  if (row.status === 'active') await mailCancellation(tx, context, row, back)
  return cancelled
}
