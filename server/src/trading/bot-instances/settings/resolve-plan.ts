import type { PlanRules } from '../../../billing/plans/index.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import { readSettings } from '../../../platform/settings/read-settings.ts'
import { BotConfig, findDeployedBot } from '../../strategies/index.ts'
import { findInstruments, parametersOf, planLimits, planSymbols } from './resolve-settings.ts'

/** The bot that a plan sells, with the rules it starts with; undefined while no bot of its type is on offer. */
export async function resolvePlan(db: Queryable, plan: PlanRules) {
  const bot = await findDeployedBot(db, plan.bot_type, { planBotId: plan.bot_id })
  if (!bot) return undefined
  const admin = BotConfig.parse(bot.config)
  const platform = await readSettings(db)
  return {
    bot,
    admin,
    instruments: await findInstruments(db, planSymbols(admin, plan)),
    parameters: parametersOf(plan.bot_type, admin),
    limits: planLimits(admin, plan, platform['trading.max_orders_per_day']),
  }
}
