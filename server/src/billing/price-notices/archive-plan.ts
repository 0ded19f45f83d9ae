import type { archivePlan as spec } from '@trading-bot/contract/rest/billing/plan-admin'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import { postAlertOnce } from '../../accounts/notifications/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Deps } from '../../platform/http/context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { lockAnyPlan, setArchived } from '../plans/index.ts'
import { isValidSql } from '../subscriptions/index.ts'

/** Nobody buys or renews it any more; its holders keep it to its end, and history keeps its name. */
export const archivePlan: UseCase<typeof spec> = async (context, { id, count, reason }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const plan = await lockAnyPlan(tx, id)
    if (!plan) return refuse('NOT_FOUND')
    const { rows } = await sql`
      select from subscriptions s where ${id} in (s.plan_id, s.bot_plan_id) and ${isValidSql(now)}`.execute(tx)
    if (rows.length !== count) return refuse('HOLDERS_CHANGED', { values: { count: String(rows.length) } })
    await setArchived(tx, plan, now)
    await recordAudit(tx, context, {
      action: 'plan.archived',
      subject: { kind: plan.kind, id },
      after: { holders: rows.length, reason },
    })
    await addJob(tx, 'tell_of_archive', { planId: id }, `archived:${id}`)
    return { message: `${plan.name} is archived. Its holders keep it until its end.` }
  })
}

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** The job: tells each holder once, with the day until which they keep it. */
export async function tellOfArchive(deps: Deps, planId: string): Promise<void> {
  const now = deps.clock.now()
  const { rows } = await sql<{ id: string; user_id: string; end_at: Date; name: string }>`
    select s.id, s.user_id, s.end_at, coalesce(p.name, b.name) as name from subscriptions s
    left join plans p on p.id = s.plan_id left join bot_plans b on b.id = s.bot_plan_id
    where ${planId} in (s.plan_id, s.bot_plan_id) and ${isValidSql(now)} order by s.id`.execute(deps.db)
  await forEachAlone(rows, async ({ id, user_id: userId, end_at, name }) => {
    const day = DAY.format(end_at)
    await deps.db.transaction().execute((tx) =>
      postAlertOnce(tx, deps.config, now, {
        userId,
        kind: 'plan',
        about: `${id} archived`,
        subject: `${name} is no longer offered`,
        text: `${name} stays yours until ${day}, with everything it includes. It does not renew after that, and nothing is debited.\n\nChoose another plan: ${deps.config.publicUrl}/pricing`,
      }),
    )
  })
}
