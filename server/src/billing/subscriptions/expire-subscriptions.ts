import type { Deps } from '../../platform/http/context.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { expireIfOver } from './periods.ts'
import { findTrialOf } from './trials/trial-store.ts'
import { findByStatus, lockUserForBilling } from './subscription-store.ts'

/**
 * Runs every minute and at start-up: subscriptions past their end expire. Entries stop; open positions are still
 * managed.
 */
export async function expireSubscriptions(deps: Deps): Promise<number> {
  const { db, clock } = deps
  const over = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['subscriptions.user_id', 'users.email'])
    .where('subscriptions.status', '=', 'active')
    .where('subscriptions.end_at', '<=', clock.now())
    .limit(1000)
    .execute()
  let expired = 0
  await forEachAlone(over, async ({ user_id: userId, email }) => {
    await db.transaction().execute(async (tx) => {
      const now = clock.now()
      await lockUserForBilling(tx, userId)
      const active = await findByStatus(tx, userId, 'active')
      const trial = active && (await findTrialOf(tx, active.id))
      if (!(await expireIfOver(tx, active, now))) return
      expired += 1
      await recordLog(tx, now, { level: 'INFO', category: 'payment', message: 'Subscription expired', userId })
      await postMail(tx, deps.config, now, {
        to: email,
        subject: trial ? 'Your free trial has ended' : 'Your Trading Bot plan has ended',
        text: `${trial ? 'Your free trial has ended, and nothing was charged for it.' : 'Your plan has ended.'} Your bot opens no new positions; open positions are managed until they close.

To continue, choose a plan: ${deps.config.publicUrl}/pricing`,
      })
    })
  })
  return expired
}
