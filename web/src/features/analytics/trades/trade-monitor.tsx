import { Alert, Badge, Button, Center, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { FeedTrade } from '@trading-bot/contract/rest/analytics'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatClock, formatDateTime } from '../../../lib/format.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorIcon } from '../../../ui/icons.ts'
import { ModeBadge } from '../../../ui/mode-badge.tsx'
import { Profit } from '../../../ui/profit.tsx'
import { TradeStatus } from './trade-status.tsx'
import { useTradeFeed } from './use-trade-feed.ts'

const STEP = 50
const MOST = 1000

type Props = { isAdmin: boolean; onOpen: (id: string) => void }

const COLUMNS: readonly Column<FeedTrade>[] = [
  {
    title: 'Symbol',
    cell: ({ symbol, mode }) => (
      <Group gap="xs" component="span">
        <Text span size="sm" fw={600}>
          {symbol}
        </Text>
        <ModeBadge mode={mode} />
      </Group>
    ),
  },
  { title: 'Type', cell: ({ order_type }) => order_type },
  { title: 'Quantity', isFigure: true, cell: ({ quantity }) => quantity.toLocaleString('en-IN') },
  { title: 'Price', isFigure: true, cell: ({ price }) => formatRupees(price) },
  { title: 'P&L', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
  { title: 'Status', cell: ({ status }) => <TradeStatus status={status} /> },
  { title: 'Bot', cell: ({ bot }) => bot.name },
  { title: 'Time', isWhole: true, cell: ({ created_at }) => formatDateTime(created_at) },
]
const WHOSE: Column<FeedTrade> = { title: 'User', cell: ({ user }) => user?.email ?? '–' }

export function TradeMonitor({ isAdmin, onOpen }: Props) {
  const [limit, setLimit] = useState(STEP)
  const feed = useTradeFeed(isAdmin, limit)
  const columns = isAdmin ? [...COLUMNS.slice(0, -1), WHOSE, ...COLUMNS.slice(-1)] : COLUMNS
  return (
    <section aria-label="Real-time trades">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          Real-Time Trades
        </Title>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {feed.dataUpdatedAt > 0 ? `Updated ${formatClock(feed.dataUpdatedAt)}, India time` : 'India time'}
          </Text>
          {!feed.isPending && (
            <Badge variant="light" color={feed.isError ? 'red' : 'brand'} component="output">
              {feed.isError ? 'Disconnected' : 'Connected'}
            </Badge>
          )}
        </Group>
      </Group>
      <Stack gap="sm">
        {feed.isError && (
          <Alert color="red" variant="light" icon={<ErrorIcon />} role="alert">
            Failed to fetch trade data
          </Alert>
        )}
        {feed.isPending && <Skeleton h={320} radius="lg" aria-busy="true" data-testid="monitor-loading" />}
        {feed.data?.length === 0 && (
          <EmptyState title="No trades found">Trades will appear here when bots execute orders</EmptyState>
        )}
        {feed.data && feed.data.length > 0 && (
          <DataTable
            name="Real-time trades"
            columns={columns}
            rows={feed.data}
            rowKey={({ id }) => id}
            onOpen={({ id }) => onOpen(id)}
          />
        )}
        {(feed.data?.length ?? 0) >= limit && limit < MOST && (
          <Center>
            <Button
              variant="default"
              loading={feed.isPlaceholderData}
              onClick={() => setLimit(Math.min(MOST, limit * 2))}
            >
              Show older trades
            </Button>
          </Center>
        )}
      </Stack>
    </section>
  )
}
