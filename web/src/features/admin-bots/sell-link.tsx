import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'

/** To the form of a plan that names this bot; only a deployed bot can be sold. */
export function SellLink({ bot, size = 'xs' }: { bot: BotCode; size?: 'xs' | 'sm' }) {
  if (bot.deployed_version === null || bot.status !== 'active') return null
  return (
    <Button
      component={Link}
      to="/admin/pricing"
      search={{ sell: bot.id } as never}
      size={size}
      variant="default"
      aria-label={`Sell ${bot.name}`}
    >
      Sell
    </Button>
  )
}
