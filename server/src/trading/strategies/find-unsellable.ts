import type { Queryable } from '../../platform/db/client.ts'

/** Why a plan of the type cannot sell this bot; undefined if it can. Traders would pay for a bot that cannot start. */
export async function findUnsellable(db: Queryable, botType: string, botId: string): Promise<string | undefined> {
  const bot = await db
    .selectFrom('bots')
    .select(['name', 'bot_type', 'status', 'deployed_version'])
    .where('id', '=', botId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!bot) return 'There is no such bot'
  if (bot.bot_type !== botType) return `${bot.name} is of another bot type`
  if (bot.deployed_version === null) return `Deploy ${bot.name} first`
  if (bot.status !== 'active') return `Set ${bot.name} to active first`
  return undefined
}
