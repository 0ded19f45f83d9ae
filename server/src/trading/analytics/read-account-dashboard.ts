import type { readAccountDashboard as spec } from '@trading-bot/contract/rest/accounts/auth'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readAccountSummary } from '../../accounts/auth/index.ts'
import { readTradingSummary } from './read-trading-summary.ts'

type PlanRow = { name: string; status: string; end_at: Date | null }

/** Always the caller's own figures, for administrators too. */
export const readAccountDashboard: UseCase<typeof spec> = async (context) => {
  const { db, actor, clock } = context
  const [account, { sums: _, ...trading }, { rows }] = await Promise.all([
    readAccountSummary(context),
    readTradingSummary(db, { ...actor, isAdmin: false }, clock.now()),
    sql<PlanRow>`
      select coalesce(plans.name, bot_plans.name) as name, s.status, s.end_at from subscriptions s
      left join plans on plans.id = s.plan_id left join bot_plans on bot_plans.id = s.bot_plan_id
      where s.user_id = ${actor.userId}
      order by s.status = 'active' desc, s.status = 'pending' desc, s.created_at desc limit 1`.execute(db),
  ])
  const [plan] = rows
  return {
    ...account,
    subscription: plan ? { name: plan.name, status: plan.status, end_date: plan.end_at?.toISOString() ?? null } : null,
    trading,
  }
}
