// Free days: a period without value at the price that its holder has, so that no figure of money needs a rule for it.
import type { extendPlan as extendSpec, grantPlan as grantSpec } from '@trading-bot/contract/rest/billing/goodwill'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { DAY_MS } from '@trading-bot/core/time'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { tellHolder } from '../../accounts/notifications/index.ts'
import {
  changeSubscription,
  findOffer,
  findRenewalOffer,
  findValid,
  grantPeriod,
  lengthenTrial,
  preparePurchase,
  type SubscriptionRow,
} from '../subscriptions/index.ts'
import { insertGoodwill } from './goodwill-store.ts'
import { dayText, type HeldPlan, lockPlanOfUser, lockUserBilling } from './lock-plan-of-user.ts'

type Gift = { readonly days: number; readonly reason: string }

export const extendPlan: UseCase<typeof extendSpec> = async (context, { id, ends_before, ...gift }) =>
  context.db.transaction().execute((tx) => extendUser(tx, context, id, gift, ends_before))

export async function extendUser(
  tx: Tx,
  context: Context<'signed-in'>,
  userId: string,
  gift: Gift,
  endsBefore?: string,
) {
  const held = await lockPlanOfUser(tx, userId, endsBefore, context.clock.now())
  return held instanceof Refusal ? held : extendHeld(tx, context, held, gift)
}

async function extendHeld(tx: Tx, context: Context<'signed-in'>, held: HeldPlan, gift: Gift) {
  const now = context.clock.now()
  const offer = await findRenewalOffer(tx, held)
  if (!offer) throw new Error(`the plan of ${held.id} is gone`)
  const ends = await give(tx, context, { ...gift, subscription: held, planName: offer.name, starts: held.end_at })
  await changeSubscription(tx, held.id, { end_at: ends }, now)
  await lengthenTrial(tx, held.id, ends)
  await recordAudit(tx, context, {
    action: 'subscription.extended',
    subject: { kind: 'subscription', id: held.id },
    before: { end_at: held.end_at },
    after: { end_at: ends, ...gift },
  })
  await tellHolder(tx, context, {
    userId: held.user_id,
    subject: `${daysText(gift.days)} added to ${offer.name}`,
    text: `We have added ${daysText(gift.days, 'free ')} to ${offer.name}: it now runs until ${dayText(ends)}. They cost you nothing.\n\nWhy: ${gift.reason}`,
    action: { label: 'Your plan', path: '/subscriptions' },
  })
  return { message: `${offer.name} now runs until ${dayText(ends)}.`, end_date: ends.toISOString() }
}

export const grantPlan: UseCase<typeof grantSpec> = async (context, { id, plan_id, bot_plan_id, ...gift }) =>
  context.db.transaction().execute(async (tx) => {
    const now = context.clock.now()
    const offer = await findOffer(tx, { plan_id, bot_plan_id }, undefined)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    const refusal = await lockUserBilling(tx, id, now)
    if (refusal) return refusal
    if (await findValid(tx, id, now)) return refuse('HAS_A_PLAN')
    const pending = await preparePurchase(tx, id, offer, {}, now)
    if (pending instanceof Refusal) return pending
    const ends = await give(tx, context, { ...gift, subscription: pending, planName: offer.name, starts: now })
    const begun = { status: 'active', payment_status: 'success', start_at: now, end_at: ends }
    await changeSubscription(tx, pending.id, begun, now)
    await recordAudit(tx, context, {
      action: 'subscription.granted',
      subject: { kind: 'subscription', id: pending.id },
      after: { end_at: ends, ...gift },
    })
    await tellHolder(tx, context, {
      userId: id,
      subject: `${offer.name} for ${daysText(gift.days)}`,
      text: `We have given you ${offer.name} for ${daysText(gift.days)}, until ${dayText(ends)}. It costs you nothing and ends by itself.\n\nWhy: ${gift.reason}`,
      action: { label: 'Set up your bot', path: '/subscriptions' },
    })
    return { message: `${offer.name} runs until ${dayText(ends)}.`, end_date: ends.toISOString() }
  })

type Given = Gift & { readonly subscription: SubscriptionRow; readonly planName: string; readonly starts: Date }

/** The gift's row, and the period that it is marked by. */
async function give(tx: Tx, { actor, clock }: Context<'signed-in'>, given: Given): Promise<Date> {
  const now = clock.now()
  const { subscription, planName, days, reason, starts } = given
  const offer = await findRenewalOffer(tx, subscription)
  const ends = new Date(starts.getTime() + days * DAY_MS)
  const user_id = subscription.user_id
  const about = { subscription_id: subscription.id, plan_name: planName, days, ends_at: ends }
  const goodwillId = await insertGoodwill(tx, { kind: 'days', user_id, reason, given_by: actor.userId, ...about }, now)
  const granted = { lengthMs: days * DAY_MS, valuePaise: 0n, creditPaise: 0n }
  const monthlyPaise = offer?.monthlyPaise ?? null
  await grantPeriod(tx, { subscription, paymentId: null, goodwillId, granted, monthlyPaise, starts }, now)
  await recordLog(tx, now, {
    level: 'INFO',
    category: 'payment',
    message: `${daysText(days, 'free ')} of ${planName} given by an operator`,
    userId: user_id,
    details: { subscription_id: subscription.id, days, reason },
  })
  return ends
}

function daysText(days: number, kind = ''): string {
  return `${days} ${kind}${days === 1 ? 'day' : 'days'}`
}
