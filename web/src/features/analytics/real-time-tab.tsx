import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readTradingStatus } from '@trading-bot/contract/rest/trading/analytics'
import { formatClock } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import classes from './real-time-tab.module.css'
import { TradeMonitor } from './trades/trade-monitor.tsx'

const REFRESH_MS = 10_000

export type RealTimeTabProps = { isAdmin: boolean; onOpen: (id: string) => void }

/** The real-time view: incoming trades, market status and system health. */
export function RealTimeTab({ isAdmin, onOpen }: RealTimeTabProps) {
  return (
    <Stack gap="lg">
      <Health />
      <TradeMonitor isAdmin={isAdmin} onOpen={onOpen} />
    </Stack>
  )
}

function Health() {
  const status = useQuery({ ...queryOf(readTradingStatus, {}), refetchInterval: REFRESH_MS, staleTime: 0 })
  // After a failed request the last answer may be outdated, so the status counts as unknown.
  const known = status.isError ? undefined : status.data
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label="Market Status">
        <Title order={2} size="h3" mb="sm">
          Market Status
        </Title>
        <Facts
          items={[
            ['Status', <StateDot key="status" is={known?.market.is_open} yes="Open" no="Closed" />],
            ['Trading hours', '09:15 - 15:30 IST'],
            ['Last update', known ? `${formatClock(known.as_of)} IST` : 'N/A'],
          ]}
        />
        {known && (known.market.note || known.market.is_simulated) && (
          <Text size="xs" c="dimmed" mt="sm">
            {known.market.note || 'Practice market: simulated prices, open around the clock.'}
          </Text>
        )}
      </Paper>
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label="System Health">
        <Title order={2} size="h3" mb="sm">
          System Health
        </Title>
        <Facts
          items={[
            [
              'API Connection',
              <StateDot
                key="api"
                is={status.isPending ? undefined : !status.isError}
                yes="Connected"
                no="Disconnected"
              />,
            ],
            [
              'Database',
              <StateDot key="database" is={known && known.database === 'healthy'} yes="Healthy" no="Down" />,
            ],
            [
              'Bot Scheduler',
              <StateDot key="scheduler" is={known && known.scheduler === 'active'} yes="Active" no="Stopped" />,
            ],
          ]}
        />
      </Paper>
    </SimpleGrid>
  )
}

type StateDotProps = { is: boolean | undefined; yes: string; no: string }

/** A state as a coloured dot with a word; "Unknown" when it is not known. */
function StateDot({ is, yes, no }: StateDotProps) {
  const state = is === undefined ? 'unknown' : is ? 'yes' : 'no'
  return (
    <span className={classes['state']} data-state={state}>
      {state === 'unknown' ? 'Unknown' : state === 'yes' ? yes : no}
    </span>
  )
}
