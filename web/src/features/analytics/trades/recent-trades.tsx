import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { Analytics } from '@trading-bot/contract/rest/analytics'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../../lib/format.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ModeBadge } from '../../../ui/mode-badge.tsx'
import { Profit } from '../../../ui/profit.tsx'
import { TradeStatus } from './trade-status.tsx'

type Row = Analytics['recentTrades'][number]
type Props = { trades: readonly Row[] | undefined; onOpen: (id: string) => void }

const COLUMNS: readonly Column<Row>[] = [
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
  { title: 'Type', cell: ({ orderType }) => orderType },
  { title: 'Quantity', isFigure: true, cell: ({ quantity }) => quantity.toLocaleString('en-IN') },
  { title: 'Price', isFigure: true, cell: ({ price }) => formatRupees(price) },
  { title: 'P&L', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
  { title: 'Status', cell: ({ status }) => <TradeStatus status={status} /> },
  { title: 'Time', isWhole: true, cell: ({ timestamp }) => formatDateTime(timestamp) },
]

/** A row opens the trade with its round trip. */
export function RecentTrades({ trades, onOpen }: Props) {
  return (
    <section aria-label="Recent Trades">
      <Group justify="space-between" mb="sm" align="baseline">
        <Title order={2} size="h3">
          Recent Trades
        </Title>
        <Text size="xs" c="dimmed">
          India time
        </Text>
      </Group>
      {trades === undefined ? (
        <Skeleton h={320} radius="lg" aria-busy="true" />
      ) : trades.length === 0 ? (
        <EmptyState title="No trades found">Trades will appear here when bots execute orders</EmptyState>
      ) : (
        <DataTable
          name="Recent Trades"
          columns={COLUMNS}
          rows={trades}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
        />
      )}
    </section>
  )
}
