import { type BotCode, type RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { AdminBotStatus, type BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { BotType } from '@trading-bot/contract/rest/billing/plans'
import { declaredOf } from './author-parameters/declared-of-row.ts'
import { sourceOf } from './definition/source.ts'
import { BotConfig } from './definition/strategy-config.ts'
import type { StrategyRow } from './bot-code-store.ts'

export async function botCodeView(row: StrategyRow): Promise<BotCode> {
  const config = formOf(row, row.config)
  const { id, name, filename, description, deployed_version } = row
  const { symbol, token, multiple_symbols, quantity, ema_period } = config
  return {
    id,
    name,
    filename,
    description,
    status: config.status,
    bot_type: config.bot_type,
    symbol,
    token,
    multiple_symbols,
    quantity,
    ema_period,
    last_modified: Math.floor(row.updated_at.getTime() / 1000),
    version_number: row.number,
    deployed_version,
    runs_as: row.runs_as as RunsAs,
    ...(await sourceOf(row, row)),
    config,
    parameters: declaredOf(row),
  }
}

type Named = Pick<StrategyRow, 'name' | 'description' | 'status' | 'bot_type'>

/** The form's fields: those of the version, and those of the bot itself. */
export function formOf(bot: Named, config: unknown): BotForm {
  return {
    ...BotConfig.parse(config),
    name: bot.name,
    description: bot.description,
    status: AdminBotStatus.parse(bot.status),
    bot_type: BotType.parse(bot.bot_type),
  }
}
