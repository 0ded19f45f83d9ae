import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Bot, Trade } from '@trading-bot/contract/rest/trading/bots'
import { formatRupees } from '@trading-bot/core/money'
import { type ReactNode, useState } from 'react'
import { formatClock } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { CompactRows } from '../../ui/lists/compact-rows.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { KeptHeight } from '../../ui/layout/kept-height.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { useTodaysOrders } from './bot-queries.ts'
import { OrderState } from './order-state.tsx'
import { ListLoadError } from './list-load-error.tsx'

const SHOWN_AT_FIRST = { table: 10, phone: 5 }

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

type Props = {
  bots: readonly Bot[]
  /** An order's details with its round trip. */
  renderOrder: (id: string, onClose: () => void) => ReactNode
}

/** Every order of the current India day with its exact state, newest first; a row opens its details. */
export function TodaysOrders({ bots, renderOrder }: Props) {
  const { rows, isPending, failed } = useTodaysOrders(bots)
  const [isWhole, setWhole] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const isPhone = useIsPhone()
  const first = isPhone ? SHOWN_AT_FIRST.phone : SHOWN_AT_FIRST.table
  const newest = rows.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))
  const shown = isWhole ? newest : newest.slice(0, first)
  const list = {
    name: 'Today’s Orders',
    rows: shown,
    rowKey: ({ id }: Trade) => id,
    onOpen: ({ id }: Trade) => setOpenId(id),
  }
  return (
    <KeptHeight name="orders" isLoading={isPending && !failed}>
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
        {rows.length > 0 &&
          (isPhone ? <CompactRows {...list} lines={linesOf} /> : <DataTable {...list} columns={COLUMNS} />)}
        {rows.length > first && (
          <Button variant="default" size="xs" mt="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the newest only' : `Show all ${rows.length} orders`}
          </Button>
        )}
        {openId !== null && renderOrder(openId, () => setOpenId(null))}
      </section>
    </KeptHeight>
  )
}

function linesOf(trade: Trade) {
  const { symbol, order_type, price, pnl, purpose, timestamp, state } = trade
  return [
    [
      <Text key="symbol" span size="sm" fw={600}>
        {symbol}{' '}
        <Text span size="xs" c="dimmed" fw={500}>
          {`${order_type} ${quantityOf(trade)}`}
        </Text>
      </Text>,
      pnl === null ? formatRupees(price) : <Profit key="pnl" amount={pnl} />,
    ],
    [`${PURPOSES[purpose]} · ${formatClock(timestamp)}`, <OrderState key="state" state={state} />],
  ] as const
}
