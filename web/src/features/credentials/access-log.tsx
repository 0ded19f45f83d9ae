import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listCredentialLogs } from '@trading-bot/contract/rest/trading/credentials'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

const SHOWN = 10

export function AccessLog() {
  const logs = useQuery(queryOf(listCredentialLogs, {}))
  return (
    <Loaded
      query={logs}
      skeleton={<Skeleton h={96} />}
      empty={
        <Text size="sm" c="dimmed">
          Every saving, verification and deletion will be listed here.
        </Text>
      }
    >
      {(rows) => (
        <Facts
          items={rows
            .slice(0, SHOWN)
            .map(({ id, action, result, created_at }) => [
              formatDateTime(created_at),
              `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${result}`,
              id,
            ])}
        />
      )}
    </Loaded>
  )
}
