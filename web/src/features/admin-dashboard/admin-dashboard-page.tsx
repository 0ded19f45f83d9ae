import { Alert, Button, Center, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readAdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import type { ReactNode } from 'react'
import { isServerAway } from '../../lib/api/api-failure.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { SERVER_AWAY_NOTE } from '../../lib/queries/use-server-away.ts'
import { useFailureToast } from '../../lib/notifications/use-failure-toast.ts'
import { ErrorIcon, SubscriptionIcon as RefreshIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { AdminOverview } from './admin-overview.tsx'
import { OperationsStrip } from './operations-strip.tsx'

const FAILED = 'Failed to load dashboard data'

/** The platform's figures. When the overview cannot be loaded, only the plain dashboard with zeros is shown. */
export function AdminDashboardPage({ pause }: { pause: ReactNode }) {
  const query = useQuery({ ...queryOf(readAdminDashboard, {}), staleTime: 0 })
  useFailureToast(query, FAILED)
  const refresh = (
    <Button
      variant="default"
      leftSection={<RefreshIcon size={16} />}
      disabled={query.isFetching}
      onClick={() => void query.refetch()}
    >
      Refresh
    </Button>
  )
  if (query.isError && query.data === undefined) return <OverviewLoadError failure={query.error} refresh={refresh} />
  return (
    <>
      <PageHeader title="Admin Dashboard" subtitle="Real-time system overview and analytics" actions={refresh} />
      <OperationsStrip pause={pause} />
      {query.isError && <FailureBox failure={query.error} />}
      {query.data ? (
        <AdminOverview overview={query.data} />
      ) : (
        <Center h={320} component="output" aria-label="Loading the overview">
          <Loader />
        </Center>
      )}
    </>
  )
}

type OverviewLoadErrorProps = { failure: unknown; refresh: ReactNode }

function OverviewLoadError({ failure, refresh }: OverviewLoadErrorProps) {
  return (
    <>
      <PageHeader title="Dashboard" actions={refresh} />
      <FailureBox failure={failure} />
      <StatCards
        items={[
          { label: 'Total Bots', value: '0' },
          { label: 'Active Bots', value: '0' },
          { label: 'Total Trades', value: '0' },
          { label: 'Total P&L', value: <Profit amount={0} /> },
        ]}
      />
    </>
  )
}

function FailureBox({ failure }: { failure: unknown }) {
  const isAway = isServerAway(failure)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<ErrorIcon />}
      title="Error loading dashboard data"
      mb="lg"
      role="alert"
      {...(isAway && { 'data-tells-server-away': true })}
    >
      <Group>
        <Text size="sm">{`${errorText(failure)} ${isAway ? SERVER_AWAY_NOTE : ''}`}</Text>
      </Group>
    </Alert>
  )
}
