import { Alert, Badge, Button, Center, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import { useState } from 'react'
import { formatClock } from '../../../lib/format.ts'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorIcon } from '../../../ui/icons.ts'
import { tradeColumns } from './trade-columns.tsx'
import { useTradeFeed } from './use-trade-feed.ts'

const FIRST_LIMIT = 50
const MAX_TRADES = 1000

type Props = { isAdmin: boolean; onOpen: (id: string) => void }

const columnsWith = (more: readonly Column<FeedTrade>[]) =>
  tradeColumns<FeedTrade>({ type: ({ order_type }) => order_type, time: ({ created_at }) => created_at, more })
const BOT_COLUMN: Column<FeedTrade> = { title: 'Bot', cell: ({ bot }) => bot.name }
const USER_COLUMN: Column<FeedTrade> = { title: 'User', cell: ({ user }) => user?.email ?? '–' }
const OWN_COLUMNS = columnsWith([BOT_COLUMN])
const ALL_COLUMNS = columnsWith([BOT_COLUMN, USER_COLUMN])

export function TradeMonitor({ isAdmin, onOpen }: Props) {
  const [limit, setLimit] = useState(FIRST_LIMIT)
  const feed = useTradeFeed(isAdmin, limit)
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
            columns={isAdmin ? ALL_COLUMNS : OWN_COLUMNS}
            rows={feed.data}
            rowKey={({ id }) => id}
            onOpen={({ id }) => onOpen(id)}
          />
        )}
        {(feed.data?.length ?? 0) >= limit && limit < MAX_TRADES && (
          <Center>
            <Button
              variant="default"
              loading={feed.isPlaceholderData}
              onClick={() => setLimit(Math.min(MAX_TRADES, limit * 2))}
            >
              Show older trades
            </Button>
          </Center>
        )}
      </Stack>
    </section>
  )
}
