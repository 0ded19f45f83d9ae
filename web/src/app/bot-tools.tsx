import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import { TightenLimits } from '../features/own-limits/tighten-limits.tsx'

/** What other features offer beside a bot's limits. */
export function botTools(bot: Bot) {
  return <TightenLimits botId={bot.id} />
}
