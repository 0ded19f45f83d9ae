import { sql } from 'kysely'
import { tellHolder } from '../../accounts/notifications/index.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { expireIfOver } from './periods.ts'
import { findTrialOf } from './trials/trial-store.ts'
import { findByStatus, lockUserForBilling, type SubscriptionRow } from './subscription-store.ts'

/**
 * Runs every minute and at start-up: subscriptions past their end expire. Entries stop; open positions are still
 * managed.
 */
export async function expireSubscriptions(deps: Deps): Promise<number> {
  const { db, clock } = deps
  const over = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('status', '=', 'active')
    .where('end_at', '<=', clock.now())
    .limit(1000)
    .execute()
  let expired = 0
  await forEachAlone(over, async ({ user_id: userId }) => {
    await db.transaction().execute(async (tx) => {
      const now = clock.now()
      await lockUserForBilling(tx, userId)
      const active = await findByStatus(tx, userId, 'active')
      const trial = active && (await findTrialOf(tx, active.id))
      if (!active || !(await expireIfOver(tx, active, now))) return
      expired += 1
      await recordLog(tx, now, { level: 'INFO', category: 'payment', message: 'Subscription expired', userId })
      await tellHolder(tx, deps, { userId, ...endText(trial !== undefined, await isRenewalOpen(tx, active)) })
    })
  })
  return expired
}

const STOPPED = 'Your bot opens no new positions; open positions are managed until they close.'

function endText(isTrial: boolean, isRenewalOpen: boolean) {
  if (isRenewalOpen)
    return {
      subject: isTrial ? 'Your free trial has ended' : 'Your Trading Bot plan has ended',
      text: `${isTrial ? 'Your free trial' : 'Your plan'} has ended before its payment arrived. ${STOPPED} The payment is still being tried: once it succeeds, your plan runs again from then.`,
      action: { label: 'See how it stands', path: '/subscriptions#renewal' },
    }
  return {
    subject: isTrial ? 'Your free trial has ended' : 'Your Trading Bot plan has ended',
    text: `${isTrial ? 'Your free trial has ended, and nothing was charged for it.' : 'Your plan has ended.'} ${STOPPED}`,
    action: { label: 'To continue, choose a plan', path: '/pricing' },
  }
}

async function isRenewalOpen(tx: Tx, { id, end_at }: SubscriptionRow): Promise<boolean> {
  const { rows } = await sql`
    select from renewals where subscription_id = ${id} and for_end_at = ${end_at} and state = 'open'`.execute(tx)
  return rows.length > 0
}
