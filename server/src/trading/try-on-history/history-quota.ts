import type { Queryable } from '../../platform/db/client.ts'
import { findBotPlan, findPlan } from '../../billing/plans/index.ts'
import type { SubscriptionRow } from '../../billing/subscriptions/index.ts'
import { indiaDayNumber, indiaDayStartMs, isoDay } from '@trading-bot/core/time'

/** Runs on history a month, as the plan sells them; 0 where it does not include them. */
export async function runsPerMonth(db: Queryable, subscription: SubscriptionRow): Promise<number> {
  if (subscription.bot_plan_id) {
    const plan = await findBotPlan(db, subscription.bot_plan_id)
    return plan?.backtesting_enabled ? plan.history_runs_per_month : 0
  }
  const plan = subscription.plan_id ? await findPlan(db, subscription.plan_id) : undefined
  return plan?.history_runs_per_month ?? 0
}

/** The calendar month in India: runs are counted from its start, and the count starts again at its end. */
export function monthOf(now: Date): { readonly start: Date; readonly end: Date } {
  const day = indiaDayNumber(now.getTime())
  const first = day - (dayOfMonth(day) - 1)
  // The 32nd day after the first of a month always lies in the next one.
  const within = first + 31
  const next = within - (dayOfMonth(within) - 1)
  return { start: new Date(indiaDayStartMs(first)), end: new Date(indiaDayStartMs(next)) }
}

function dayOfMonth(dayNumber: number): number {
  return Number(isoDay(dayNumber).slice(8, 10))
}
