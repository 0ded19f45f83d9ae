import { Group, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readUsage } from '@trading-bot/contract/rest/billing/subscriptions'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'

export function PlanUsage() {
  const usage = useQuery(queryOf(readUsage, {}))
  return (
    <Loaded query={usage} skeleton={<Skeleton h={34} />}>
      {({ days_total, days_used, orders_today, max_orders_per_day }) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <Meter label="Days used" used={Math.floor(days_used)} total={Math.round(days_total)} />
          {max_orders_per_day === null ? (
            <Text size="sm">Entry orders today: {orders_today}</Text>
          ) : (
            <Meter label="Entry orders today" used={orders_today} total={max_orders_per_day} />
          )}
        </SimpleGrid>
      )}
    </Loaded>
  )
}

function Meter({ label, used, total }: { label: string; used: number; total: number }) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text size="sm" fw={550}>
          {used > total ? `All ${total} used` : `${used} of ${total}`}
        </Text>
      </Group>
      <Progress value={total > 0 ? Math.min(used / total, 1) * 100 : 0} size="sm" aria-label={label} />
    </div>
  )
}
