import { useQuery } from '@tanstack/react-query'
import { type AdminBotSettings, type BotType, readUserBotSettings } from '@trading-bot/contract/rest/billing/plans'
import { queryOf } from '../../../lib/queries/query-of.ts'

/** The administrator's settings of a bot type: undefined while loading, null when there are none. */
export function useBotSettings(
  botType: BotType | null | undefined,
  botPlanId?: string,
): AdminBotSettings | null | undefined {
  const settings = useQuery({
    ...queryOf(readUserBotSettings, { bot_type: botType ?? 'ema_strategy', bot_plan_id: botPlanId }),
    enabled: Boolean(botType),
  })
  if (!botType || settings.isError) return null
  return settings.data
}

/** Of the bot that the plan sells; null for a regular plan, which sells none. */
export function usePlanSettings(plan: { readonly id: string; readonly bot_type?: BotType | undefined }) {
  return useBotSettings(plan.bot_type, plan.bot_type && plan.id)
}
