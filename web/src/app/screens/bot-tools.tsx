import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import { TightenLimits } from '../../features/own-limits/tighten-limits.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'

/** What other features offer beside a bot's limits. */
export function botTools(bot: Bot) {
  return (
    <>
      <ButtonLink to="/try-on-history" variant="default" size="xs">
        Try it on history
      </ButtonLink>
      <TightenLimits botId={bot.id} />
    </>
  )
}
