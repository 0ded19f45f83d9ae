import { useQuery } from '@tanstack/react-query'
import { listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { queryOf } from '../../lib/queries/query-of.ts'
import type { SoldBot } from './plan-values.ts'

/** The bot that a link asks to sell, once it is known; null without such a link. */
export function useSoldBot(id: string | undefined): SoldBot | null {
  const bots = useQuery({ ...queryOf(listBotCode, {}), enabled: id !== undefined })
  const bot = id === undefined ? undefined : bots.data?.find((each) => each.id === id)
  if (!bot) return null
  const { name, description, bot_type, config } = bot
  return { id: bot.id, name, description, bot_type, max_trades_per_day: config.max_trades_per_day }
}
