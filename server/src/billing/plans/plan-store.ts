import type { Queryable } from '../../platform/db/client.ts'
import type { BotPlanRow, PlanRow } from './plan-views.ts'

/** Plans on offer; archived rows remain for the subscriptions that reference them. */
export async function listOfferedPlans(db: Queryable): Promise<PlanRow[]> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where('archived_at', 'is', null)
    .where('is_active', '=', true)
    .orderBy('price_paise')
    .orderBy('name')
    .execute()
}

export async function findPlan(db: Queryable, id: string): Promise<PlanRow | undefined> {
  return db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listBotPlanRows(db: Queryable, options: { withInactive: boolean }): Promise<BotPlanRow[]> {
  return db
    .selectFrom('bot_plans')
    .selectAll()
    .where('archived_at', 'is', null)
    .$if(!options.withInactive, (query) => query.where('is_active', '=', true))
    .orderBy('price_paise')
    .orderBy('name')
    .execute()
}

export async function findBotPlan(db: Queryable, id: string): Promise<BotPlanRow | undefined> {
  return db.selectFrom('bot_plans').selectAll().where('id', '=', id).executeTakeFirst()
}
