import type { BacktestReport } from '@trading-bot/contract/rest/trading/bot-config'
import type { Claim } from '@trading-bot/contract/rest/trading/claims'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Context } from '../../platform/http/context.ts'
import { claimOf, type Held, viewerOf } from '../claims/index.ts'
import { isPastSimulated, lastShownDay, priceSource } from '../../platform/prices/price-rules.ts'

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
  const viewer = await viewerOf(db, actor, now)
  const shown = lastShownDay(priceSource(config, actor.isAdmin, 'other'), now)
  return {
    claim: claimOf(config.compliance, viewer(held)),
    lastDay: Math.min(shown, indiaDayNumber(now.getTime()) - 1),
    onlySimulated: isPastSimulated(config, actor.isAdmin),
  }
}

/** A run from before a rule changed may be drawn on prices that are not shown any more. */
export function maySeePrices({ until, data }: BacktestReport, { lastDay, onlySimulated }: RunRights): boolean {
  return indiaDayNumber(Date.parse(until)) <= lastDay && (!onlySimulated || data?.is_simulated === true)
}
