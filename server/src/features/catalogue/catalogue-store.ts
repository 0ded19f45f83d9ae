import type { Selectable } from 'kysely'
import type { Queryable } from '../../db/client.ts'
import type { BotVersions, Symbols } from '../../db/tables.ts'
import type { BotPlanRow, PlanRow } from './plan-views.ts'

/** What is on offer: archived rows live on for the subscriptions that refer to them. */
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

export async function listActiveSymbols(db: Queryable): Promise<Selectable<Symbols>[]> {
  return db.selectFrom('symbols').selectAll().where('is_active', '=', true).orderBy('symbol').execute()
}

export type DeployedBot = Pick<Selectable<BotVersions>, 'config' | 'number'> & {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly status: string
}

/** The deployed version of the type's bot: the wished one where it is active, else the oldest. */
export async function findDeployedBot(
  db: Queryable,
  botType: string,
  wishedId?: string,
): Promise<DeployedBot | undefined> {
  return db
    .selectFrom('bots')
    .innerJoin('bot_versions', (join) =>
      join.onRef('bot_versions.bot_id', '=', 'bots.id').onRef('bot_versions.number', '=', 'bots.deployed_version'),
    )
    .select(['bots.id', 'bots.name', 'bots.description', 'bots.status', 'bot_versions.config', 'bot_versions.number'])
    .where('bots.bot_type', '=', botType)
    .where('bots.status', '=', 'active')
    .$if(wishedId !== undefined, (query) =>
      query.orderBy((by) =>
        by
          .case()
          .when('bots.id', '=', wishedId as string)
          .then(0)
          .else(1)
          .end(),
      ),
    )
    .orderBy('bots.created_at')
    .limit(1)
    .executeTakeFirst()
}
