import { useQuery } from '@tanstack/react-query'
import { type AdminBotSettings, type BotType, readUserBotSettings } from '@trading-bot/contract/rest/billing/plans'
import { queryOf } from '../../../lib/queries/query-of.ts'

/** The administrator's settings of a bot type: undefined while loading, null when there are none. */
export function useBotSettings(botType: BotType | null | undefined): AdminBotSettings | null | undefined {
  const settings = useQuery({
    ...queryOf(readUserBotSettings, { bot_type: botType ?? 'ema_strategy' }),
    enabled: Boolean(botType),
  })
  if (!botType || settings.isError) return null
  return settings.data
}
