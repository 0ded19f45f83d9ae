import { formatRupees } from '@trading-bot/core/money'
import { DAY_MS } from '@trading-bot/core/time'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { forEachAlone } from '../../../platform/jobs/for-each-alone.ts'
import { readCredit } from '../../ledger/index.ts'
import { findOwnMandate, nameOf, tellHolder } from '../../mandates/index.ts'
import {
  amountDue,
  findRenewalOffer,
  findSubscription,
  findTrialOf,
  lockBilling,
  saveTold,
  type SubscriptionRow,
} from '../../subscriptions/index.ts'
import { debitBefore } from '../read-renewal.ts'

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
  const debit = await findDebit(tx, row, trial.ends_at, now)
  const live = trial.allows_live ? '' : ' Until then your bot trades on paper.'
  await tellHolder(tx, deps, {
    userId,
    subject: `Your free trial ends ${days === 1 ? 'within a day' : 'in three days'}`,
    text: debit
      ? `Your free trial of ${debit.planName} ends on ${end}, and the plan goes on: ${debit.amount} from ${debit.from}, asked of your bank on ${DAY.format(debit.at)} or shortly after.${live}`
      : `Your free trial ends on ${end}. Nothing is debited: it ends by itself.${live}`,
    action: debit
      ? { label: 'If you do not want this, cancel it with one click', path: '/subscriptions#renewal' }
      : { label: 'To stay, set up automatic payments or pay once', path: '/subscriptions' },
  })
}

/** What will be debited, or has been announced, for whoever stays by a mandate. */
async function findDebit(db: Queryable, row: SubscriptionRow, end: Date, now: Date) {
  const mandate = await findOwnMandate(db, row.user_id)
  if (!row.auto_renew || mandate?.state !== 'confirmed') return undefined
  const offer = await findRenewalOffer(db, row)
  if (!offer?.isOffered) return undefined
  const duePaise = amountDue(offer, await readCredit(db, row.user_id))
  const begun = await db
    .selectFrom('renewals')
    .innerJoin('renewal_attempts', 'renewal_attempts.renewal_id', 'renewals.id')
    .select('renewal_attempts.debit_at')
    .where('renewals.subscription_id', '=', row.id)
    .orderBy('renewal_attempts.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const foreseen = debitBefore(end, mandate.method, { pricePaise: offer.chargePaise, duePaise }, now)
  const at = begun?.debit_at ?? new Date(foreseen.at)
  return { planName: offer.name, amount: formatRupees(foreseen.amount), from: nameOf(mandate), at }
}
