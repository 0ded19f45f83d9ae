import type { Selectable } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { BotVersions } from '../../../platform/db/tables.ts'

export type DeployedBot = Pick<Selectable<BotVersions>, 'config' | 'number' | 'runs_as'> & {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly status: string
}

/** The deployed version of the type's bot: the preferred one if it is active, else the oldest. */
export async function findDeployedBot(
  db: Queryable,
  botType: string,
  preferredId?: string,
): Promise<DeployedBot | undefined> {
  return db
    .selectFrom('bots')
    .innerJoin('bot_versions', (join) =>
      join.onRef('bot_versions.bot_id', '=', 'bots.id').onRef('bot_versions.number', '=', 'bots.deployed_version'),
    )
    .select(['bots.id', 'bots.name', 'bots.description', 'bots.status'])
    .select(['bot_versions.config', 'bot_versions.number', 'bot_versions.runs_as'])
    .where('bots.bot_type', '=', botType)
    .where('bots.status', '=', 'active')
    .$if(preferredId !== undefined, (query) =>
      query.orderBy((by) =>
        by
          .case()
          .when('bots.id', '=', preferredId as string)
          .then(0)
          .else(1)
          .end(),
      ),
    )
    .orderBy('bots.created_at')
    .limit(1)
    .executeTakeFirst()
}
