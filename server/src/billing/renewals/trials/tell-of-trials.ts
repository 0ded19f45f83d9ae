import { DAY_MS } from '@trading-bot/core/time'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { forEachAlone } from '../../../platform/jobs/for-each-alone.ts'
import { tellHolder } from '../../../accounts/notifications/index.ts'
import { findOwnMandate, nameOf } from '../../mandates/index.ts'
import {
  findRenewalOffer,
  findSubscription,
  findTrialOf,
  lockBilling,
  saveTold,
  type SubscriptionRow,
} from '../../subscriptions/index.ts'
import { findNextDebit } from '../read-renewal.ts'
import { amountParts } from '../renewal-mails.ts'
import { findRenewalOf } from '../renewal-store.ts'

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** Three days and one day before a trial ends its holder is told what happens then; the job runs every minute. */
export async function tellOfTrials(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const rows = await deps.db
    .selectFrom('trials')
    .select(['user_id', 'subscription_id'])
    .where('converted_at', 'is', null)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', new Date(now.getTime() + 3 * DAY_MS))
    .where((each) =>
      each.or([
        each('told_days', 'is', null),
        each.and([each('told_days', '=', 3), each('ends_at', '<=', new Date(now.getTime() + DAY_MS))]),
      ]),
    )
    .orderBy('ends_at')
    .limit(1000)
    .execute()
  await forEachAlone(rows, async ({ user_id, subscription_id }) => {
    await deps.db.transaction().execute((tx) => tell(tx, deps, user_id, subscription_id))
  })
}

async function tell(tx: Tx, deps: Deps, userId: string, subscriptionId: string): Promise<void> {
  const now = deps.clock.now()
  await lockBilling(tx, userId, now)
  const trial = await findTrialOf(tx, subscriptionId)
  const row = await findSubscription(tx, subscriptionId)
  if (!trial || row?.status !== 'active' || trial.ends_at <= now) return
  const days = trial.ends_at.getTime() - now.getTime() <= DAY_MS ? 1 : 3
  if (trial.told_days !== null && trial.told_days <= days) return
  await saveTold(tx, userId, days)
  const end = DAY.format(trial.ends_at)
  const debit = await findDebit(tx, row, now)
  const live = trial.allows_live ? '' : ' Until then your bot trades on paper.'
  await tellHolder(tx, deps, {
    userId,
    subject: `Your free trial ends ${days === 1 ? 'within a day' : 'in three days'}`,
    text: debit
      ? `Your free trial of ${debit.planName} ends on ${end}, and the plan goes on: ${debit.amount} is debited from ${debit.from} on ${DAY.format(debit.at)} or shortly after.${live}`
      : `Your free trial ends on ${end}. Nothing is debited: it ends by itself.${live}`,
    action: debit
      ? { label: 'If you do not want this, cancel automatic payments', path: '/subscriptions#renewal' }
      : { label: 'Keep the plan', path: '/subscriptions#renew' },
  })
}

/** What will be debited, or has been announced, for whoever stays by a mandate: as the panel shows it. */
async function findDebit(db: Queryable, row: SubscriptionRow, now: Date) {
  const mandate = await findOwnMandate(db, row.user_id)
  const renewal = row.end_at ? await findRenewalOf(db, row.id, row.end_at) : undefined
  const debit = mandate && (await findNextDebit(db, row, mandate, renewal, now))
  const offer = debit && (await findRenewalOffer(db, row))
  if (!debit || !offer) return undefined
  const paise = { pricePaise: toPaise(debit.price), duePaise: toPaise(debit.amount) }
  return { planName: offer.name, amount: amountParts(paise), from: nameOf(mandate), at: new Date(debit.at) }
}

function toPaise(rupees: number): bigint {
  return BigInt(Math.round(rupees * 100))
}
