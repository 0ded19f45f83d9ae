import type { BillingCycle, BotType } from '@trading-bot/contract/rest/billing/plans'
import type { Queryable } from '../../platform/db/client.ts'
import { findBotPlan, findPlan, isBotPlanOffered } from '../plans/index.ts'
import { findHeldPrice } from './find-held-price.ts'

const DAY_MS = 86_400_000
export const MONTHS: Readonly<Record<BillingCycle, bigint>> = { monthly: 1n, quarterly: 3n }
const DAYS: Readonly<Record<BillingCycle, number>> = { monthly: 30, quarterly: 90 }

export type PlanChoice = { readonly planId: string | null; readonly botPlanId: string | null }

/** What a plan costs now, and the time it gives, in a billing cycle. */
export type PlanOffer = PlanChoice & {
  readonly name: string
  readonly botType: BotType | null
  /** The bot that the plan names. */
  readonly botId: string | null
  readonly cycle: BillingCycle
  readonly monthlyPaise: bigint
  readonly chargePaise: bigint
  readonly periodMs: number
  readonly maxQuantity: number | null
  readonly maxTradesPerDay: number | null
  /** Empty allows every symbol of the bot. */
  readonly allowedSymbols: readonly string[]
  /** Symbols that the holder of a regular plan may choose; null: the bot's own. */
  readonly maxSymbols: number | null
  readonly allowsLive: boolean
  readonly allowsTelegram: boolean
  /** 0: no trial. */
  readonly trialDays: number
  readonly trialAllowsLive: boolean
  readonly isOffered: boolean
}

type Choice = { plan_id?: string | null | undefined; bot_plan_id?: string | null | undefined }

/**
 * Undefined when no such plan exists. A plan's own cycle has the plan's own length; other cycles have 30 or 90 days.
 */
export async function findOffer(
  db: Queryable,
  choice: Choice,
  wanted: BillingCycle | null | undefined,
): Promise<PlanOffer | undefined> {
  if (choice.bot_plan_id) {
    const plan = await findBotPlan(db, choice.bot_plan_id)
    if (!plan) return undefined
    const own = plan.billing_cycle as BillingCycle
    const terms = { ...termsOf(plan, own, wanted ?? own), isOffered: await isBotPlanOffered(db, plan) }
    const botType = plan.bot_type as BotType
    const { max_quantity: maxQuantity, max_trades_per_day: maxTradesPerDay, allowed_symbols: allowedSymbols } = plan
    const botId = plan.bot_id
    const rules = { botType, botId, maxQuantity, maxTradesPerDay, allowedSymbols }
    const allowed = { maxSymbols: null, allowsLive: true, allowsTelegram: true }
    return { ...terms, ...rules, ...allowed, planId: null, botPlanId: plan.id }
  }
  const plan = choice.plan_id ? await findPlan(db, choice.plan_id) : undefined
  if (!plan) return undefined
  return {
    ...termsOf(plan, 'monthly', wanted ?? 'monthly'),
    isOffered: plan.is_active && plan.archived_at === null,
    planId: plan.id,
    botPlanId: null,
    botType: null,
    botId: null,
    maxQuantity: null,
    maxTradesPerDay: null,
    allowedSymbols: [],
    maxSymbols: plan.max_symbols,
    allowsLive: plan.allows_live,
    allowsTelegram: plan.allows_telegram,
  }
}

/**
 * What the next period costs by itself: the price that its holder has, or the plan's where that is lower now. A higher
 * one is charged only to somebody who agrees to it.
 */
export async function findRenewalOffer(
  db: Queryable,
  row: { id: string; plan_id: string | null; bot_plan_id: string | null; billing_cycle: string },
): Promise<PlanOffer | undefined> {
  const cycle = row.billing_cycle as BillingCycle
  const offer = await findOffer(db, row, cycle)
  const held = await findHeldPrice(db, row.id)
  if (!offer || held === null || held >= offer.monthlyPaise) return offer
  return { ...offer, monthlyPaise: held, chargePaise: held * MONTHS[cycle] }
}

type PlanTerms = {
  name: string
  price_paise: string
  duration_days: number
  trial_days: number
  trial_allows_live: boolean
}

function termsOf(plan: PlanTerms, own: BillingCycle, cycle: BillingCycle) {
  const monthlyPaise = BigInt(plan.price_paise)
  return {
    name: plan.name,
    cycle,
    monthlyPaise,
    chargePaise: monthlyPaise * MONTHS[cycle],
    trialDays: plan.trial_days,
    trialAllowsLive: plan.trial_allows_live,
    periodMs: (cycle === own ? plan.duration_days : DAYS[cycle]) * DAY_MS,
  }
}

export function isSamePlan(offer: PlanChoice, row: { plan_id: string | null; bot_plan_id: string | null }): boolean {
  return offer.planId === row.plan_id && offer.botPlanId === row.bot_plan_id
}

/** Dearer and cheaper compare the monthly price that the holder pays with what the other plan costs now. */
export async function compareToCurrent(
  db: Queryable,
  current: { id: string; plan_id: string | null; bot_plan_id: string | null; billing_cycle: string },
  offer: PlanOffer,
): Promise<'dearer' | 'cheaper' | 'same'> {
  if (isSamePlan(offer, current)) return 'same'
  const held = (await findHeldPrice(db, current.id)) ?? (await findOffer(db, current, null))?.monthlyPaise
  if (held === undefined || held === offer.monthlyPaise) return 'same'
  return offer.monthlyPaise > held ? 'dearer' : 'cheaper'
}
