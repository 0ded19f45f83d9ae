import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/http/context.ts'
import { type PaperMarketKind, paperMarket } from '../../../platform/prices/price-rules.ts'
import { BotSettings } from './bot-settings.ts'

type Keyed = { readonly strategy_id: string; readonly version: number; readonly mode: string }

/** Instances with the same version, interval, symbols and parameters share one strategy runner, in each market its own. */
export function runnerKeyOf(
  paper: PaperMarketKind | null,
  { strategy_id, version, mode }: Keyed,
  { interval, instruments, parameters }: Pick<BotSettings, 'interval' | 'instruments' | 'parameters'>,
): string {
  const tokens = instruments.map(({ token }) => token)
  const values = Object.entries(parameters).toSorted(([a], [b]) => a.localeCompare(b))
  const market = mode === 'live' ? null : paper
  // Without a second market the key is what it has always been: scripts find what they have kept.
  const key = JSON.stringify([strategy_id, version, interval, tokens, values, ...(market ? [market] : [])])
  return createHash('sha256').update(key).digest('base64url')
}

/** The runner that serves an instance now. */
export async function findRunner({ db, config }: Pick<Deps, 'db' | 'config'>, instanceId: string) {
  const row = await db
    .selectFrom('user_bots')
    .select(['strategy_id', 'version', 'mode', 'settings'])
    .where('id', '=', instanceId)
    .executeTakeFirst()
  return (
    row && { strategyId: row.strategy_id, key: runnerKeyOf(paperMarket(config), row, BotSettings.parse(row.settings)) }
  )
}
