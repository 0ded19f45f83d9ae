import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { describePlanBot } from './plan-ports.ts'
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

export const findPlan = batchStatements(async (db, ids: readonly string[]) =>
  rowFor(ids, await db.selectFrom('plans').selectAll().where('id', '=', anyOf(ids)).execute(), ({ id }) => id),
)

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

export const findBotPlan = batchStatements(async (db, ids: readonly string[]) =>
  rowFor(ids, await db.selectFrom('bot_plans').selectAll().where('id', '=', anyOf(ids)).execute(), ({ id }) => id),
)

/** A plan on offer that names the bot. */
export async function findPlanSelling(db: Queryable, botId: string): Promise<{ readonly name: string } | undefined> {
  return db
    .selectFrom('bot_plans')
    .select('name')
    .where('bot_id', '=', botId)
    .where('is_active', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .executeTakeFirst()
}

/** A plan that names its bot is on offer while the bot is: nobody pays for a bot that cannot start. */
export async function isBotPlanOffered(db: Queryable, plan: BotPlanRow): Promise<boolean> {
  if (!plan.is_active || plan.archived_at !== null) return false
  return plan.bot_id === null || hasBot(db, plan)
}

/** Many hold the same plan: each is looked at once. */
const hasBot = batchStatements(async (db, plans: readonly BotPlanRow[]) => {
  const found = new Map<string, boolean>()
  for (const plan of plans) {
    if (!found.has(plan.id)) found.set(plan.id, (await describePlanBot.ask(db, plan)) !== null)
  }
  return plans.map(({ id }) => found.get(id)!)
})
