import { Text } from '@mantine/core'
import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import { useEnvironment } from '../../lib/queries/use-environment.ts'

/** Which prices positions are valued at: a live account's are those of its own broker session. */
export function PriceNote({ bots }: { bots: readonly Pick<Bot, 'mode'>[] }) {
  const environment = useEnvironment()
  const isLive = bots.some(({ mode }) => mode === 'live')
  return (
    <Text size="xs" c="dimmed" mt={2} role="note">
      {(isLive ? environment?.own_prices : environment?.prices) ?? ' '}
    </Text>
  )
}
