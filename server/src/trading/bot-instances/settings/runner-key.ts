import { createHash } from 'node:crypto'
import type { Queryable } from '../../../platform/db/client.ts'
import { BotSettings } from './bot-settings.ts'

type Keyed = { readonly strategy_id: string; readonly version: number }

/** Instances with the same version, interval, symbols and parameters share one strategy runner. */
export function runnerKeyOf(
  { strategy_id, version }: Keyed,
  { interval, instruments, parameters }: Pick<BotSettings, 'interval' | 'instruments' | 'parameters'>,
): string {
  const tokens = instruments.map(({ token }) => token)
  const values = Object.entries(parameters).toSorted(([a], [b]) => a.localeCompare(b))
  const key = JSON.stringify([strategy_id, version, interval, tokens, values])
  return createHash('sha256').update(key).digest('base64url')
}

/** The runner that serves an instance now. */
export async function findRunner(db: Queryable, instanceId: string) {
  const row = await db
    .selectFrom('user_bots')
    .select(['strategy_id', 'version', 'settings'])
    .where('id', '=', instanceId)
    .executeTakeFirst()
  return row && { strategyId: row.strategy_id, key: runnerKeyOf(row, BotSettings.parse(row.settings)) }
}
