import { Badge } from '@mantine/core'
import type { TradingMode } from '@trading-bot/contract/rest/trading/bots'

/** Paper is shown discreetly; live, with real money, stands out. */
export function ModeBadge({ mode }: { mode: TradingMode }) {
  return (
    <Badge
      variant={mode === 'live' ? 'filled' : 'light'}
      color={mode === 'live' ? 'yellow' : 'cyan'}
      flex="none"
      miw="max-content"
      data-mode={mode}
      title={mode === 'live' ? 'Orders go to your broker, with real money' : 'Live prices, virtual money'}
    >
      {mode === 'live' ? 'Live' : 'Paper'}
    </Badge>
  )
}
