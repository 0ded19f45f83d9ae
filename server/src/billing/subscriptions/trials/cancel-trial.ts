import { tellHolder } from '../../../accounts/notifications/index.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import { whatComesBack } from '../mail-cancellation.ts'
import { giveBackUnused } from '../split-unused.ts'
import { changeSubscription, type SubscriptionRow } from '../subscription-store.ts'

const WHEN = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/**
 * Whoever cancels during a trial keeps it to its end; a period that was paid for ahead comes back whole. Undefined where
 * the days for nothing are over.
 */
export async function cancelTrial(
  tx: Tx,
  context: Context<'signed-in'>,
  row: SubscriptionRow,
): Promise<SubscriptionRow | undefined> {
  const now = context.clock.now()
  const trial = await tx
    .selectFrom('trials')
    .select('ends_at')
    .where('subscription_id', '=', row.id)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  const isOnTrial = trial && (await isFreeNow(tx, row.id, now))
  if (!isOnTrial) return undefined
  const back = await giveBackUnused(tx, row, now, { isPaidOnly: true })
  const isPaidAhead = back.refundPaise + back.creditPaise > 0n
  const changed = await changeSubscription(tx, row.id, { auto_renew: false, end_at: trial.ends_at }, now)
  await recordAudit(tx, context, {
    action: 'trial.cancelled',
    subject: { kind: 'subscription', id: row.id },
    after: { ends_at: trial.ends_at },
  })
  await tellHolder(tx, context, {
    userId: row.user_id,
    subject: 'Your free trial is cancelled',
    text: `Your trial runs until ${WHEN.format(trial.ends_at)} and then ends. Nothing is debited.${isPaidAhead ? ` ${whatComesBack(back)}` : ''}`,
    action: { label: 'Your payments', path: '/subscriptions#payments' },
  })
  return changed
}

/** An upgrade ends the free days: from then on a paid period runs. */
async function isFreeNow(tx: Tx, subscriptionId: string, now: Date): Promise<boolean> {
  const running = await tx
    .selectFrom('periods')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('closed_at', 'is', null)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .where('value_paise', '=', '0')
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}
