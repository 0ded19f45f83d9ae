import type { AdminBotSettings, BotType, readUserBotSettings as spec } from '@trading-bot/contract/rest/billing/plans'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { findBotPlan } from '../../../billing/plans/index.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { BotConfig } from './strategy-config.ts'
import { findDeployedBot } from './find-deployed-strategy.ts'

export const readUserBotSettings: UseCase<typeof spec> = async ({ db }, { bot_type, bot_plan_id }) => {
  const plan = bot_plan_id === undefined ? undefined : await findBotPlan(db, bot_plan_id)
  if (bot_plan_id !== undefined && plan?.bot_type !== bot_type) return refuse('NOT_FOUND')
  return (await findBotSettings(db, bot_type, plan?.bot_id ?? null)) ?? refuse('NOT_FOUND')
}

/** The administrator's settings for a bot type, which subscriptions of a bot plan use; of its own bot if it names one. */
export async function findBotSettings(
  db: Queryable,
  botType: BotType,
  planBotId: string | null,
): Promise<AdminBotSettings | undefined> {
  const bot = await findDeployedBot(db, botType, { planBotId })
  if (!bot) return undefined
  const config = BotConfig.parse(bot.config)
  return {
    bot_type: botType,
    name: bot.name,
    description: bot.description,
    version: config.version,
    status: 'active',
    symbol: config.symbol,
    token: config.token,
    allowed_symbols: config.multiple_symbols.map(({ symbol }) => symbol),
    interval: config.interval,
    quantity: config.quantity,
    ema_period: config.ema_period,
    stop_loss_percentage: config.stop_loss_percent,
    target_profit_percentage: config.target_profit_percent,
    max_orders_per_day: config.max_trades_per_day,
    max_loss_per_day: config.max_loss_per_day,
    max_profit_per_day: config.max_profit_per_day,
    max_loss_per_week: config.max_loss_per_week,
    max_drawdown: config.max_drawdown,
    max_open_value: config.max_open_value,
    trailing_stop_percentage: config.trailing_stop_percent,
  }
}
