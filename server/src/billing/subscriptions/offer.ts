import type { BillingCycle, BotType } from '@trading-bot/contract/rest/billing/plans'
import { anyOf, batchStatements } from '../../platform/db/batch-statements.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { groupBy } from '../../platform/group-by.ts'
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

/** A dearer price is a holder's from the first period that begins this long after they were told of it. */
export const NOTICE_DAYS = 30

type Renewed = PlanRef & { readonly end_at: Date | null }
type PlanRef = { id: string; plan_id: string | null; bot_plan_id: string | null; billing_cycle: string }

/** What the next period costs: the price that its holder has, the one they were told of in time, or the plan's if lower. */
export async function findRenewalOffer(db: Queryable, row: Renewed): Promise<PlanOffer | undefined> {
  const offer = await findOffer(db, row, row.billing_cycle as BillingCycle)
  return offer && atRenewalPrice(db, row, offer)
}

/** The plan that somebody holds, in a billing cycle of their choice, at the price of their next period. */
export async function atRenewalPrice(db: Queryable, row: Renewed, offer: PlanOffer): Promise<PlanOffer> {
  const held = await findHeldPrice(db, row.id)
  if (held === null) return offer
  const notice = await findPriceNotice(db, row)
  const isInTime = notice !== undefined && row.end_at !== null && notice.from <= row.end_at
  const most = isInTime && notice.monthlyPaise > held ? notice.monthlyPaise : held
  if (most >= offer.monthlyPaise) return offer
  return { ...offer, monthlyPaise: most, chargePaise: most * MONTHS[offer.cycle] }
}

export type PriceNotice = { readonly monthlyPaise: bigint; readonly from: Date }

/** The newest price that a holder was told of for the plan held now; periods that begin before `from` do not have it. */
export const findPriceNotice = batchStatements(
  async (db, held: readonly PlanRef[]): Promise<(PriceNotice | undefined)[]> => {
    const notices = await db
      .selectFrom('price_notice_holders')
      .innerJoin('price_notices', 'price_notices.id', 'price_notice_holders.notice_id')
      .select(['subscription_id', 'plan_id', 'bot_plan_id', 'monthly_paise', 'told_at'])
      .where('subscription_id', '=', anyOf(held.map(({ id }) => id)))
      .where('told_at', 'is not', null)
      .orderBy('told_at', 'desc')
      .execute()
    const bySubscription = groupBy(notices, ({ subscription_id }) => subscription_id)
    return held.map((row) => {
      const told = bySubscription.get(row.id)?.find((notice) => isOfPlan(notice, row))
      if (!told?.told_at) return undefined
      const from = new Date(told.told_at.getTime() + NOTICE_DAYS * DAY_MS)
      return { monthlyPaise: BigInt(told.monthly_paise), from }
    })
  },
)

type OnePlan = Pick<PlanRef, 'plan_id' | 'bot_plan_id'>

function isOfPlan(notice: OnePlan, row: OnePlan): boolean {
  const isSame = (one: string | null, other: string | null) => one !== null && one === other
  return isSame(notice.plan_id, row.plan_id) || isSame(notice.bot_plan_id, row.bot_plan_id)
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
