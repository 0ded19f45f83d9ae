import type { BacktestReport } from '@trading-bot/contract/rest/trading/bot-config'
import type { Claim } from '@trading-bot/contract/rest/trading/claims'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Context } from '../../platform/http/context.ts'
import { findValid } from '../../billing/subscriptions/index.ts'
import { claimOf } from '../claims/index.ts'
import { isPastSimulated, lastShownDay, priceSource } from '../price-rules/index.ts'

/** A plan's bot is held by whoever has that plan now; the own bot by whoever still has the plan that it was made for. */
export type Held = { readonly bot_plan_id: string } | { readonly subscription_id: string }

/** What the caller may see of a run on history. */
export type RunRights = {
  readonly claim: Claim
  /** The newest India day that a run may cover: it has ended, and its prices may be shown. */
  readonly lastDay: number
  readonly onlySimulated: boolean
}

export async function rightsToRun(context: Context<'owner'>, held: Held): Promise<RunRights> {
  const { db, actor, clock, config } = context
  const now = clock.now()
  const valid = await findValid(db, actor.userId, now)
  const isHeld =
    'subscription_id' in held ? valid?.id === held.subscription_id : valid?.bot_plan_id === held.bot_plan_id
  const viewer = actor.isAdmin ? 'operator' : valid && isHeld ? 'holder' : 'other'
  const shown = lastShownDay(priceSource(config, actor.isAdmin, 'other'), now)
  return {
    claim: claimOf(config.compliance, viewer, 'history'),
    lastDay: Math.min(shown, indiaDayNumber(now.getTime()) - 1),
    onlySimulated: isPastSimulated(config, actor.isAdmin),
  }
}

/** A run from before a rule changed may be drawn on prices that are not shown any more. */
export function maySeePrices({ until, data }: BacktestReport, { lastDay, onlySimulated }: RunRights): boolean {
  return indiaDayNumber(Date.parse(until)) <= lastDay && (!onlySimulated || data?.is_simulated === true)
}
