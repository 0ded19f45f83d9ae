import { Stack, Text } from '@mantine/core'
import type { SubscriptionDetail } from '@trading-bot/contract/rest/subscription-reports'
import { formatDateTime } from '../../lib/format.ts'
import { ChangeDetails } from '../../ui/change-details.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function HistoryList({ lines }: { lines: SubscriptionDetail['history'] }) {
  if (lines.length === 0) return <EmptyState title="No history">What is done with it is written down here.</EmptyState>
  return (
    <Stack gap="sm">
      {lines.map(({ id, at, action, actor, before, after }) => (
        <div key={id}>
          <Text size="sm" fw={600}>
            {action}
          </Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(at)} · {actor?.email ?? 'the platform'}
          </Text>
          <ChangeDetails before={before} after={after} />
        </div>
      ))}
    </Stack>
  )
}
