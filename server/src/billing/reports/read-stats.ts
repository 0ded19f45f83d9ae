import type { readSubscriptionStats as spec } from '@trading-bot/contract/rest/billing/subscription-reports'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { countOf } from './report-counts.ts'
import { sumMonth, sumRefunds } from './report-store.ts'

export const readSubscriptionStats: UseCase<typeof spec> = async (context, filter) => {
  const { db, clock } = context
  const [counts, refunded, month] = await Promise.all([
    countOf(context, filter),
    sumRefunds(db, filter),
    sumMonth(db, filter, clock.now()),
  ])
  return {
    total_subscriptions: counts.total,
    active_subscriptions: counts.active,
    total_revenue: Number(counts.paidPaise - refunded) / 100,
    monthly_revenue: Number(month) / 100,
  }
}
