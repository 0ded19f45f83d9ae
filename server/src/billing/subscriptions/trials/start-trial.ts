import type { startTrial as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { DAY_MS } from '@trading-bot/core/time'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { findOffer, type PlanOffer } from '../offer.ts'
import { grantPeriod } from '../periods.ts'
import { preparePurchase } from '../prepare-purchase.ts'
import { lockBilling } from '../purchase.ts'
import { changeSubscription, findValid } from '../subscription-store.ts'
import { subscriptionView } from '../subscription-view.ts'
import { hadTrial, insertTrial, lockTrials, type PersonKeys, personKeys } from './trial-store.ts'

/** A period of value 0 at the plan's price: for nothing, and known as what it would cost. */
export const startTrial: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const offer = await findOffer(tx, input, undefined)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await lockBilling(tx, actor.userId, now)
    await lockTrials(tx)
    const keys = await checkTrial(tx, context, actor.userId, offer)
    if (keys instanceof Refusal) return keys
    const pending = await preparePurchase(tx, actor.userId, offer, {}, now)
    if (pending instanceof Refusal) return pending
    const granted = { lengthMs: offer.trialDays * DAY_MS, valuePaise: 0n, creditPaise: 0n }
    const grant = { subscription: pending, paymentId: null, granted, monthlyPaise: offer.monthlyPaise, starts: now }
    const ends = await grantPeriod(tx, grant, now)
    const started = { status: 'active', payment_status: 'success', start_at: now, end_at: ends }
    const subscription = await changeSubscription(tx, pending.id, started, now)
    await insertTrial(tx, {
      ...keys,
      user_id: actor.userId,
      subscription_id: pending.id,
      plan_name: offer.name,
      allows_live: offer.trialAllowsLive,
      started_at: now,
      ends_at: ends,
    })
    await recordAudit(tx, context, {
      action: 'trial.started',
      subject: { kind: 'subscription', id: pending.id },
      after: { days: offer.trialDays, ends_at: ends },
    })
    const message = `Your ${offer.trialDays}-day trial of ${offer.name} has begun.`
    await recordLog(tx, now, { level: 'INFO', category: 'payment', message, userId: actor.userId })
    return { message, subscription: await subscriptionView(tx, subscription, now) }
  })
}

/** By what the person is known, or why no trial can begin: one per person, and none beside a plan. */
export async function checkTrial(
  db: Queryable,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  userId: string,
  offer: PlanOffer,
): Promise<PersonKeys | Refusal> {
  if (offer.trialDays === 0) return refuse('NO_TRIAL')
  const person = await db
    .selectFrom('users')
    .select(['email', 'phone_number', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const keys = personKeys(config.sealKey, { email: person.email, phone: person.phone_number })
  if (await hadTrial(db, userId, keys)) return refuse('TRIAL_USED')
  if (await findValid(db, userId, clock.now())) return refuse('ALREADY_SUBSCRIBED')
  return person.email_verified_at === null ? refuse('TRIAL_NEEDS_EMAIL') : keys
}
