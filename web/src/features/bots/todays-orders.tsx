import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Bot, Trade } from '@trading-bot/contract/rest/trading/bots'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatClock } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { useTodaysOrders } from './bot-queries.ts'
import { OrderState } from './order-state.tsx'
import { ListLoadError } from './list-load-error.tsx'

const SHOWN_AT_FIRST = 10

const PURPOSES = {
  entry: 'Entry',
  stop: 'Stop loss',
  target: 'Target',
  exit: 'Exit',
  square_off: 'Square-off',
} as const satisfies Record<Trade['purpose'], string>

const COLUMNS: readonly Column<Trade>[] = [
  {
    title: 'Symbol',
    cell: ({ symbol }) => (
      <Text span size="sm" fw={600}>
        {symbol}
      </Text>
    ),
  },
  { title: 'Time', isWhole: true, cell: ({ timestamp }) => formatClock(timestamp) },
  { title: 'Side', cell: ({ order_type }) => order_type },
  { title: 'For', cell: (trade) => <Purpose trade={trade} /> },
  { title: 'Quantity', isFigure: true, cell: quantityOf },
  { title: 'Price', isFigure: true, cell: ({ price }) => formatRupees(price) },
  { title: 'P&L', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
  { title: 'State', cell: ({ state, detail }) => <State state={state} detail={detail} /> },
]

function quantityOf({ quantity, filled_quantity, state }: Trade): string {
  const whole = quantity.toLocaleString('en-IN')
  return state === 'filled' || filled_quantity === 0 ? whole : `${filled_quantity.toLocaleString('en-IN')} of ${whole}`
}

function Purpose({ trade: { purpose, reason } }: { trade: Trade }) {
  return (
    <div>
      {PURPOSES[purpose]}
      <Text size="xs" c="dimmed" maw={300}>
        {reason}
      </Text>
    </div>
  )
}

function State({ state, detail }: Pick<Trade, 'state' | 'detail'>) {
  return (
    <Stack gap={2} align="flex-start">
      <OrderState state={state} />
      {detail !== '' && (
        <Text size="xs" c="dimmed" maw={260}>
          {detail}
        </Text>
      )}
    </Stack>
  )
}

/** Every order of the current India day with its exact state, newest first. */
export function TodaysOrders({ bots }: { bots: readonly Bot[] }) {
  const { rows, isPending, failed } = useTodaysOrders(bots)
  const [isWhole, setWhole] = useState(false)
  const newest = rows.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))
  const shown = isWhole ? newest : newest.slice(0, SHOWN_AT_FIRST)
  return (
    <section aria-label="Today’s Orders">
      <Group justify="space-between" mb="sm" align="baseline">
        <Title order={2} size="h3">
          Today’s Orders
        </Title>
        <Text size="xs" c="dimmed">
          {shown.length < rows.length ? `The newest ${shown.length} of ${rows.length} · India time` : 'India time'}
        </Text>
      </Group>
      {failed && <ListLoadError query={failed} />}
      {!failed && isPending && <Skeleton h={240} radius="lg" aria-busy="true" />}
      {!failed && !isPending && rows.length === 0 && (
        <EmptyState title="No orders today">Orders appear here the moment your bot decides them.</EmptyState>
      )}
      {rows.length > 0 && <DataTable name="Today’s Orders" columns={COLUMNS} rows={shown} rowKey={({ id }) => id} />}
      {rows.length > SHOWN_AT_FIRST && (
        <Button variant="default" size="xs" mt="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show the newest only' : `Show all ${rows.length} orders`}
        </Button>
      )}
    </section>
  )
}
