import { Button, Group, SimpleGrid, Skeleton, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listCloudInstances, listInstanceLogs } from '@trading-bot/contract/rest/operations/instances'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useFailureToast } from '../../lib/notifications/use-failure-toast.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SubscriptionIcon as RefreshIcon } from '../../ui/icons.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EnginesPanel } from './engines-panel.tsx'
import { InstanceCard } from './instance-card.tsx'
import { InstanceLogs } from './instance-logs.tsx'

const REFRESH_MS = 30_000

export function InstancesPage() {
  const instances = useQuery({ ...queryOf(listCloudInstances, {}), refetchInterval: REFRESH_MS })
  const logs = useQuery({ ...queryOf(listInstanceLogs, { limit: 100 }), refetchInterval: REFRESH_MS })
  const [isRefreshing, setRefreshing] = useState(false)
  const [refreshFailedAtMs, setRefreshFailedAtMs] = useState(0)
  useFailureToast(instances, 'Failed to fetch EC2 instances', refreshFailedAtMs)
  useFailureToast(logs, 'Failed to fetch EC2 logs', refreshFailedAtMs)
  const updatedAt = Math.max(instances.dataUpdatedAt, logs.dataUpdatedAt)

  async function refresh() {
    setRefreshing(true)
    const read = await Promise.all([instances.refetch(), logs.refetch()])
    setRefreshing(false)
    const isFailed = read.some(({ isError }) => isError)
    if (isFailed) setRefreshFailedAtMs(Date.now())
    notify(isFailed ? 'error' : 'success', isFailed ? 'Failed to refresh data' : 'Data refreshed successfully')
  }

  const all = instances.data?.instances
  return (
    <>
      <PageHeader
        title="EC2 Management"
        subtitle="The machines behind the platform, and what happened to them."
        actions={
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              Last updated: {updatedAt > 0 ? formatDateTime(updatedAt) : 'not yet'}
            </Text>
            <ButtonLink to="/admin/settings" variant="default">
              Platform settings
            </ButtonLink>
            <Button leftSection={<RefreshIcon size={16} />} loading={isRefreshing} onClick={() => void refresh()}>
              Refresh
            </Button>
          </Group>
        }
      />
      <Tabs defaultValue="instances" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="instances">Instances ({all?.length ?? 0})</Tabs.Tab>
          <Tabs.Tab value="logs">Logs ({logs.data?.logs.length ?? 0})</Tabs.Tab>
          <Tabs.Tab value="engines">Engines</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="instances">
          <Loaded query={instances} skeleton={<Skeleton h={320} radius="lg" />}>
            {({ instances: rows }) =>
              rows.length === 0 ? (
                <EmptyState title="No EC2 Instances Found">
                  Instances of the AWS account appear here as soon as there are any.
                </EmptyState>
              ) : (
                <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="lg">
                  {rows.map((instance) => (
                    <InstanceCard key={instance.id} instance={instance} />
                  ))}
                </SimpleGrid>
              )
            }
          </Loaded>
        </Tabs.Panel>
        <Tabs.Panel value="logs">
          <Loaded query={logs} skeleton={<Skeleton h={320} radius="lg" />}>
            {({ logs: rows }) => <InstanceLogs logs={rows} />}
          </Loaded>
        </Tabs.Panel>
        <Tabs.Panel value="engines">
          <EnginesPanel />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
