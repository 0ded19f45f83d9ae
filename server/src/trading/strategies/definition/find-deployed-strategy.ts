import type { Selectable } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { BotVersions } from '../../../platform/db/tables.ts'

export type DeployedBot = Pick<Selectable<BotVersions>, 'config' | 'number' | 'runs_as'> & {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly status: string
}

type Preference = {
  /** The bot that an instance already runs, or that an administrator chose for it. */
  readonly assignedId?: string | undefined
  /** The bot that the plan names: then no other bot of the type takes its place. */
  readonly planBotId?: string | null | undefined
}

/** The deployed version of the type's bot, if it is active: the assigned one, else the plan's, else the oldest. */
export async function findDeployedBot(
  db: Queryable,
  botType: string,
  { assignedId, planBotId }: Preference = {},
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
    .$if(typeof planBotId === 'string', (query) =>
      query.where('bots.id', 'in', [planBotId as string, ...(assignedId === undefined ? [] : [assignedId])]),
    )
    .$if(assignedId !== undefined, (query) =>
      query.orderBy((by) =>
        by
          .case()
          .when('bots.id', '=', assignedId as string)
          .then(0)
          .else(1)
          .end(),
      ),
    )
    .orderBy('bots.created_at')
    .limit(1)
    .executeTakeFirst()
}
