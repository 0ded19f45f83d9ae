import { BillingCycle, BOT_TYPE_LABELS, BotType } from '@trading-bot/contract/rest/billing/plans'
import { PaymentStatus, type Subscription, SubscriptionStatus } from '@trading-bot/contract/rest/billing/subscriptions'
import type { Queryable } from '../../platform/db/client.ts'
import { allowancesView, findBotPlan, findPlan } from '../plans/index.ts'
import { readCredit } from '../ledger/index.ts'
import { findConfiguration } from './configuration/configuration-store.ts'
import { configurationView, rupees } from './configuration/configuration-view.ts'
import { findHeldPrice } from './find-held-price.ts'
import { findOffer, findPriceNotice, type PlanOffer } from './offer.ts'
import { hasPeriodAhead, unusedOf } from './periods.ts'
import { findRefundable } from './split-unused.ts'
import { findTrialOf } from './trials/trial-store.ts'
import { listOpenPeriods, type SubscriptionRow } from './subscription-store.ts'

/** A subscription as its owner sees it: plan at the price of the period paid, configuration, and its current value. */
export async function subscriptionView(db: Queryable, row: SubscriptionRow, now: Date): Promise<Subscription> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  const configuration = await findConfiguration(db, row.id)
  const periods = await listOpenPeriods(db, row.id)
  const unusedPaise = periods.reduce((sum, period) => sum + unusedOf(period, now), 0n)
  return {
    id: row.id,
    user,
    status: SubscriptionStatus.parse(row.status),
    payment_status: PaymentStatus.parse(row.payment_status),
    billing_cycle: BillingCycle.parse(row.billing_cycle),
    amount_paid: rupees(row.amount_paid_paise),
    start_date: row.start_at?.toISOString() ?? null,
    end_date: endOf(row)?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    auto_renew: row.auto_renew,
    unused_value: rupees(unusedPaise),
    refundable_value: rupees(await findRefundable(db, row.id, unusedPaise, now)),
    is_renewed: hasPeriodAhead(periods, now),
    ...(await renewalParts(db, row)),
    trial: await trialView(db, row, now),
    credit: rupees(await readCredit(db, row.user_id)),
    ...(await planParts(db, row)),
    bot_configuration: configuration ? configurationView(configuration) : null,
  }
}

async function trialView(db: Queryable, row: SubscriptionRow, now: Date): Promise<Subscription['trial']> {
  const trial = await findTrialOf(db, row.id)
  if (!trial || trial.ends_at <= now || row.status !== 'active') return null
  return { ends_at: trial.ends_at.toISOString(), is_paper_only: !trial.allows_live }
}

async function renewalParts(db: Queryable, row: SubscriptionRow) {
  const offer = await findOffer(db, row, null)
  return {
    is_renewable: offer?.isOffered ?? false,
    next_price: offer && row.status === 'active' ? await nextPrice(db, row, offer) : null,
  }
}

/** A lower price is the holder's from the next renewal, a dearer one from the first that was announced in time. */
async function nextPrice(db: Queryable, row: SubscriptionRow, offer: PlanOffer): Promise<Subscription['next_price']> {
  const held = await findHeldPrice(db, row.id)
  const notice = await findPriceNotice(db, row)
  if (held === null || row.end_at === null) return null
  const most = notice && notice.monthlyPaise > held ? notice.monthlyPaise : held
  const next = most < offer.monthlyPaise ? most : offer.monthlyPaise
  if (next === held) return null
  const isLater = next > held && notice !== undefined && notice.from > row.end_at
  return { price: rupees(next), from: (isLater ? notice.from : row.end_at).toISOString() }
}

/** A cancelled plan ended on the day it was cancelled, whatever was paid for. */
function endOf({ end_at, cancelled_at }: SubscriptionRow): Date | null {
  return end_at && cancelled_at && cancelled_at < end_at ? cancelled_at : end_at
}

async function planParts(db: Queryable, row: SubscriptionRow): Promise<Pick<Subscription, 'plan' | 'bot_plan'>> {
  const plan = row.plan_id ? await findPlan(db, row.plan_id) : undefined
  const botPlan = row.bot_plan_id ? await findBotPlan(db, row.bot_plan_id) : undefined
  const held = await findHeldPrice(db, row.id)
  const botType = botPlan && BotType.parse(botPlan.bot_type)
  return {
    plan: plan
      ? {
          id: plan.id,
          name: plan.name,
          description: plan.description,
          price: rupees(held ?? plan.price_paise),
          ...allowancesView(plan),
        }
      : null,
    bot_plan:
      botPlan && botType
        ? {
            id: botPlan.id,
            name: botPlan.name,
            description: botPlan.description,
            price: rupees(held ?? botPlan.price_paise),
            bot_type: botType,
            bot_type_display: BOT_TYPE_LABELS[botType],
            allowed_symbols: botPlan.allowed_symbols,
          }
        : null,
  }
}
