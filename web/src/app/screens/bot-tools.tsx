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
      <ButtonLink to="/how-it-decides/$kind/$id" params={{ kind: 'bot', id: bot.id }} variant="default" size="xs">
        How it decides
      </ButtonLink>
      <TightenLimits botId={bot.id} />
    </>
  )
}
