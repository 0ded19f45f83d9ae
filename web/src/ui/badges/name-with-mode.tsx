import { Group, Text } from '@mantine/core'
import type { TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { ModeBadge } from './mode-badge.tsx'

/** The first cell of a trading row: its name and its mode. */
export function NameWithMode({ name, mode }: { name: string; mode: TradingMode }) {
  return (
    <Group gap="xs" component="span">
      <Text span size="sm" fw={600}>
        {name}
      </Text>
      <ModeBadge mode={mode} />
    </Group>
  )
}
