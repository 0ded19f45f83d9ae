import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { Bot, OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { formatRupees } from '@trading-bot/core/money'
import { formatClock } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { usePositions } from './bot-queries.ts'
import { ListLoadError } from './list-load-error.tsx'

const price = (value: number | null) => (value === null ? '–' : formatRupees(value))

const COLUMNS: readonly Column<OpenPosition>[] = [
  {
    title: 'Symbol',
    cell: ({ symbol, side }) => (
      <Text span size="sm" fw={600}>
        {symbol}{' '}
        <Text span size="xs" c="dimmed" fw={500}>
          {side === 'LONG' ? 'Long' : 'Short'}
        </Text>
      </Text>
    ),
  },
  { title: 'Quantity', isFigure: true, cell: ({ quantity }) => quantity.toLocaleString('en-IN') },
  { title: 'Average', isFigure: true, cell: ({ average_price }) => price(average_price) },
  { title: 'Last', isFigure: true, cell: ({ last_price }) => price(last_price) },
  { title: 'Stop', isFigure: true, cell: ({ stop_price }) => price(stop_price) },
  { title: 'Target', isFigure: true, cell: ({ target_price }) => price(target_price) },
  { title: 'Unrealised P&L', isFigure: true, cell: ({ unrealised_pnl }) => <Profit amount={unrealised_pnl} /> },
  {
    title: 'Opened',
    isWhole: true,
    cell: ({ opened_at, is_closing }) => (is_closing ? 'Closing now' : formatClock(opened_at)),
  },
  { title: 'Protection', isNote: true, cell: ({ protection }) => <Protection {...protection} /> },
]

/** Where the stop is: at the exchange, where it works without the platform, or why not. */
function Protection({ stop_at_exchange, note }: OpenPosition['protection']) {
  if (stop_at_exchange === null) {
    return (
      <Text span size="xs" c="dimmed">
        {note}
      </Text>
    )
  }
  return (
    <Text span size="sm" fw={500}>
      Stop at the exchange: {formatRupees(stop_at_exchange)}
    </Text>
  )
}

/** Open positions with their unrealised profit at the last price. */
export function OpenPositions({ bots }: { bots: readonly Bot[] }) {
  const { rows, isPending, failed } = usePositions(bots)
  const known = rows.flatMap(({ unrealised_pnl }) => (unrealised_pnl === null ? [] : [unrealised_pnl]))
  return (
    <section aria-label="Open Positions">
      <Group justify="space-between" mb="sm" align="baseline">
        <Title order={2} size="h3">
          Open Positions
        </Title>
        {rows.length > 0 && (
          <Text size="sm" c="dimmed">
            Unrealised{' '}
            <Text span inherit fw={600}>
              <Profit amount={known.length === rows.length ? known.reduce((sum, amount) => sum + amount, 0) : null} />
            </Text>
            {' · India time'}
          </Text>
        )}
      </Group>
      {failed && <ListLoadError query={failed} />}
      {!failed && isPending && <Skeleton h={96} radius="lg" aria-busy="true" />}
      {!failed && !isPending && rows.length === 0 && (
        <EmptyState title="No open positions">What your bot holds appears here, with its stop and target.</EmptyState>
      )}
      {rows.length > 0 && <DataTable name="Open Positions" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />}
    </section>
  )
}
