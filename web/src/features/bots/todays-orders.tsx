import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Bot, Trade } from '@trading-bot/contract/rest/trading/bots'
import { PURPOSE_LABELS } from '@trading-bot/contract/rest/trading/order-words'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { type ReactNode, useCallback, useState } from 'react'
import { formatClock } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { CompactRows } from '../../ui/lists/compact-rows.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { FilteredRowsPager } from '../../ui/tables/filtered-rows-pager.tsx'
import { RowFilterBar } from '../../ui/tables/row-filter-bar.tsx'
import { useFilteredRows } from '../../ui/tables/use-filtered-rows.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { KeptHeight } from '../../ui/layout/kept-height.tsx'
import { Side } from '../../ui/badges/side.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { useTodaysOrders } from './bot-queries.ts'
import { ORDER_CSV, ORDER_FILTERS } from './order-filters.ts'
import { OrderState } from './order-state.tsx'
import { ListLoadError } from './list-load-error.tsx'

const SHOWN_AT_FIRST = { table: 10, phone: 5 }
const PAGE_SIZE = 25

const COLUMNS: readonly Column<Trade>[] = [
  {
    title: 'Symbol',
    sortBy: 'symbol',
    cell: ({ symbol }) => (
      <Text span size="sm" fw={600}>
        {symbol}
      </Text>
    ),
  },
  { title: 'Time', sortBy: 'time', isWhole: true, cell: ({ timestamp }) => formatClock(timestamp) },
  { title: 'Side', cell: ({ order_type }) => <Side side={order_type} /> },
  { title: 'For', cell: (trade) => <Purpose trade={trade} /> },
  { title: 'Quantity', sortBy: 'quantity', isFigure: true, cell: quantityOf },
  { title: 'Price', sortBy: 'price', isFigure: true, cell: ({ price }) => formatRupees(price) },
  { title: 'P&L', sortBy: 'pnl', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
  { title: 'State', cell: ({ state, detail }) => <State state={state} detail={detail} /> },
]

function quantityOf({ quantity, filled_quantity, state }: Trade): string {
  const whole = formatNumber(quantity)
  return state === 'filled' || filled_quantity === 0 ? whole : `${formatNumber(filled_quantity)} of ${whole}`
}

function Purpose({ trade: { purpose, reason } }: { trade: Trade }) {
  return (
    <div>
      {PURPOSE_LABELS[purpose]}
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
  const onOpen = useCallback(({ id }: Trade) => setOpenId(id), [])
  const isPhone = useIsPhone()
  const first = isPhone ? SHOWN_AT_FIRST.phone : SHOWN_AT_FIRST.table
  const view = useFilteredRows(ORDER_FILTERS, rows, PAGE_SIZE)
  const isShort = !isWhole && !view.isChanged
  const shown = isShort ? view.matching.slice(0, first) : view.shown
  const list = {
    name: 'Today’s Orders',
    rows: shown,
    rowKey: ({ id }: Trade) => id,
    onOpen,
  }
  return (
    <KeptHeight name="orders" isLoading={isPending && !failed}>
      <section aria-label="Today’s Orders">
        <Group justify="space-between" mb="sm" align="baseline">
          <Title order={2} size="h3">
            Today’s Orders
          </Title>
          <Text size="xs" c="dimmed">
            {isShort && shown.length < rows.length
              ? `The newest ${shown.length} of ${rows.length} · India time`
              : 'India time'}
          </Text>
        </Group>
        {failed && <ListLoadError query={failed} />}
        {!failed && isPending && <Skeleton h={240} radius="lg" aria-busy="true" />}
        {!failed && !isPending && rows.length === 0 && (
          <EmptyState title="No orders today">Orders appear here the moment your bot decides them.</EmptyState>
        )}
        {/* A phone shows the newest only; who wants to look for one opens the whole list first. */}
        {!(isPhone && isShort) && (
          <RowFilterBar view={view} of="today’s orders" fileName="orders-today.csv" csv={ORDER_CSV} />
        )}
        {shown.length > 0 &&
          (isPhone ? (
            <CompactRows {...list} lines={linesOf} />
          ) : (
            <DataTable {...list} columns={COLUMNS} sorting={view.sorting} />
          ))}
        {!isShort && <FilteredRowsPager view={view} of="today’s orders" />}
        {!view.isChanged && rows.length > first && (
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
          <Side side={order_type} /> {quantityOf(trade)}
        </Text>
      </Text>,
      pnl === null ? formatRupees(price) : <Profit key="pnl" amount={pnl} />,
    ],
    [`${PURPOSE_LABELS[purpose]} · ${formatClock(timestamp)}`, <OrderState key="state" state={state} />],
  ] as const
}
