import { type PaymentOrder } from '@trading-bot/contract/rest/subscriptions'
import type { createOrder as spec } from '@trading-bot/contract/rest/payments'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../db/client.ts'
import type { Verb } from '../../http/bind-route.ts'
import type { Deps } from '../../http/context.ts'
import { newId } from '../../ids.ts'
import { readCredit } from '../ledger/index.ts'
import {
  amountDue,
  beginMoneyTurn,
  compareToCurrent,
  findOffer,
  findValid,
  isNearItsEnd,
  isSamePlan,
  listOpenPeriods,
  type PlanOffer,
  preparePurchase,
  type SubscriptionRow,
  unusedOf,
} from '../subscriptions/index.ts'
import { changePayment, findOpenOrder, insertPayment, type PaymentRow } from './payment-store.ts'
import { ProviderUnreachable } from '../../providers/payment-provider.ts'

export const createOrder: Verb<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  if (!context.payments) return refuse('PAYMENTS_NOT_CONFIGURED')
  const outcome = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const offer = await findOffer(tx, input, input.billing_cycle)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await beginMoneyTurn(tx, actor.userId, now)
    const target = await chooseTarget(tx, actor.userId, offer, now)
    return target instanceof Refusal ? target : openOrder(tx, context, target, now)
  })
  return outcome instanceof Refusal ? outcome : { data: outcome }
}

export type Target = {
  readonly subscription: SubscriptionRow
  readonly purpose: 'purchase' | 'renewal' | 'upgrade'
  readonly offer: PlanOffer
  readonly duePaise: bigint
}

/** What an order for this plan would be, for this user, now. */
async function chooseTarget(tx: Tx, userId: string, offer: PlanOffer, now: Date): Promise<Target | Refusal> {
  const credit = await readCredit(tx, userId)
  const valid = await findValid(tx, userId, now)
  if (!valid) {
    const subscription = await preparePurchase(tx, userId, offer, {}, now)
    if (subscription instanceof Refusal) return subscription
    return { subscription, purpose: 'purchase', offer, duePaise: atLeastARupee(amountDue(offer, credit)) }
  }
  if (isSamePlan(offer, valid)) {
    if (!isNearItsEnd(valid.end_at, now)) return refuse('ALREADY_SUBSCRIBED')
    return { subscription: valid, purpose: 'renewal', offer, duePaise: atLeastARupee(amountDue(offer, credit)) }
  }
  if ((await compareToCurrent(tx, valid, offer)) !== 'dearer') return refuse('NOT_DEARER')
  return upgradeTarget(tx, valid, offer, now)
}

export async function upgradeTarget(
  tx: Tx,
  valid: SubscriptionRow,
  offer: PlanOffer,
  now: Date,
): Promise<Target | Refusal> {
  const periods = await listOpenPeriods(tx, valid.id)
  const unused = periods.reduce((sum, period) => sum + unusedOf(period, now), 0n)
  const duePaise = amountDue(offer, unused + (await readCredit(tx, valid.user_id)))
  return duePaise === 0n ? refuse('NOTHING_TO_PAY') : { subscription: valid, purpose: 'upgrade', offer, duePaise }
}

// A purchase always has an order, so that it is always the payment that activates.
function atLeastARupee(paise: bigint): bigint {
  return paise < 100n ? 100n : paise
}

/** The same open order while plan, cycle, price and purpose are unchanged; else a new one in its place. */
export async function openOrder(
  tx: Tx,
  { payments: provider }: Deps,
  target: Target,
  now: Date,
): Promise<PaymentOrder | Refusal> {
  if (!provider) return refuse('PAYMENTS_NOT_CONFIGURED')
  const open = await findOpenOrder(tx, target.subscription.id)
  if (open && isUnchanged(open, target) && open.is_simulated === provider.isSimulated) {
    return orderView(open, provider.keyId)
  }
  if (open) await changePayment(tx, open.id, { replaced_at: now })
  const id = newId(now)
  const { offer, subscription, purpose, duePaise } = target
  try {
    const orderId = await provider.createOrder({ amountPaise: duePaise, receipt: id })
    const row = await insertPayment(tx, {
      id,
      user_id: subscription.user_id,
      subscription_id: subscription.id,
      purpose,
      plan_id: offer.planId,
      bot_plan_id: offer.botPlanId,
      plan_name: offer.name,
      billing_cycle: offer.cycle,
      charge_paise: String(offer.chargePaise),
      period_ms: String(offer.periodMs),
      amount_paise: String(duePaise),
      is_simulated: provider.isSimulated,
      order_id: orderId,
      created_at: now,
    })
    return orderView(row, provider.keyId)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse('PAYMENT_PROVIDER_DOWN')
    throw error
  }
}

function isUnchanged(open: PaymentRow, { offer, purpose }: Target): boolean {
  return (
    open.purpose === purpose &&
    isSamePlan(offer, open) &&
    open.billing_cycle === offer.cycle &&
    BigInt(open.charge_paise) === offer.chargePaise
  )
}

function orderView(row: PaymentRow, keyId: string): PaymentOrder {
  return {
    key_id: keyId,
    amount: Number(row.amount_paise),
    currency: 'INR',
    order_id: row.order_id,
    payment_id: row.id,
    is_simulated: row.is_simulated,
  }
}
