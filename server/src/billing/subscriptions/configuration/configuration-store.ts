import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { BotConfigurations } from '../../../platform/db/tables.ts'
import { isPaperTrialSql } from '../trials/trial-store.ts'

export type ConfigurationRow = Selectable<BotConfigurations>
export type ConfigurationChange = Partial<Omit<ConfigurationRow, 'subscription_id' | 'updated_at'>>

type Found = ConfigurationRow & { readonly is_paper_trial: boolean }

export async function findConfiguration(db: Queryable, subscriptionId: string): Promise<Found | undefined> {
  return db
    .selectFrom('bot_configurations as c')
    .innerJoin('subscriptions as s', 's.id', 'c.subscription_id')
    .selectAll('c')
    .select(isPaperTrialSql.as('is_paper_trial'))
    .where('c.subscription_id', '=', subscriptionId)
    .executeTakeFirst()
}

/** Fields that are not given keep their value, or get the specified default. */
export async function saveConfiguration(
  db: Queryable,
  subscriptionId: string,
  change: ConfigurationChange,
  now: Date,
): Promise<ConfigurationRow> {
  return db
    .insertInto('bot_configurations')
    .values({ subscription_id: subscriptionId, ...change, updated_at: now })
    .onConflict((on) => on.column('subscription_id').doUpdateSet({ ...change, updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Makes the engine reload the subscription's bots when the transaction commits. */
export async function notifyInstances(db: Queryable, subscriptionId: string): Promise<void> {
  await sql`select pg_notify('user_bots', id::text) from user_bots where subscription_id = ${subscriptionId}`.execute(
    db,
  )
}
