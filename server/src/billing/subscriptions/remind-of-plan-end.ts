import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Deps } from '../../platform/http/context.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { postAlertOnce } from '../../accounts/notifications/index.ts'

const DAYS_AHEAD = 3

/** For statements about `subscriptions`. */
export const isNoTrial = sql<boolean>`not exists (
  select from trials t where t.subscription_id = subscriptions.id and t.converted_at is null)`

/** Reminds once, three days ahead, of a plan that ends and does not renew itself; the job runs every hour. */
export async function remindOfPlanEnd({ db, clock, config }: Deps): Promise<void> {
  const now = clock.now()
  const ending = await db
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'end_at'])
    .where('status', '=', 'active')
    .where('auto_renew', '=', false)
    // A trial has notices of its own.
    .where(isNoTrial)
    .where('end_at', '>', now)
    .where('end_at', '<=', new Date(now.getTime() + DAYS_AHEAD * DAY_MS))
    .limit(1000)
    .execute()
  await forEachAlone(ending, async ({ id, user_id: userId, end_at: endAt }) => {
    if (!endAt) return
    const day = endAt.toLocaleDateString('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long' })
    await db.transaction().execute(async (tx) => {
      await postAlertOnce(tx, config, now, {
        userId,
        kind: 'plan',
        about: `${id} ${endAt.toISOString()}`,
        subject: `Your plan ends on ${day}`,
        text: `Your plan ends on ${day} and does not renew itself. From then on your bot opens nothing new; open positions are managed to their exit.\n\nRenew it: ${config.publicUrl}/subscriptions#renew`,
      })
    })
  })
}
