import { Text } from '@mantine/core'
import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useCallback, useMemo } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { NameWithMode } from '../../../ui/badges/name-with-mode.tsx'
import { Side } from '../../../ui/badges/side.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { CompactRows } from '../../../ui/lists/compact-rows.tsx'
import { type Column, DataTable, type Sorting } from '../../../ui/tables/data-table.tsx'
import { tradeColumns } from './trade-columns.tsx'
import { TradeStatus } from './trade-status.tsx'

type TradeRow = Pick<FeedTrade, 'id' | 'symbol' | 'mode' | 'quantity' | 'price' | 'pnl' | 'status'>

type Props<Row extends TradeRow> = {
  name: string
  rows: readonly Row[]
  /** The API calls use different fields for type and time. */
  type: (row: Row) => FeedTrade['order_type']
  time: (row: Row) => string
  /** Columns before the time, which comes last. */
  more?: readonly Column<Row>[]
  sorting?: Sorting
  onOpen: (id: string) => void
}

const NO_COLUMNS: readonly [] = []

/** Trades as a table, and on a phone as rows of two lines. */
export function TradeTable<Row extends TradeRow>({
  name,
  rows,
  type,
  time,
  more = NO_COLUMNS,
  sorting,
  onOpen,
}: Props<Row>) {
  const open = useCallback(({ id }: Row) => onOpen(id), [onOpen])
  const lines = useCallback((row: Row) => linesOf(row, type(row), time(row)), [type, time])
  const columns = useMemo(() => tradeColumns({ type, time, more }), [type, time, more])
  const shared = { name, rows, rowKey: ({ id }: Row) => id, onOpen: open }
  if (useIsPhone()) return <CompactRows {...shared} lines={lines} />
  return <DataTable {...shared} columns={columns} {...(sorting && { sorting })} />
}

function linesOf(row: TradeRow, type: FeedTrade['order_type'], time: string) {
  return [
    [<NameWithMode key="name" name={row.symbol} mode={row.mode} />, <Result key="result" row={row} />],
    [
      <span key="order">
        <Side side={type} /> {`${formatNumber(row.quantity)} at ${formatRupees(row.price)}`}
      </span>,
      formatDateTime(time),
    ],
  ] as const
}

/** What it brought; before that, what became of it. */
function Result({ row: { pnl, status } }: { row: TradeRow }) {
  if (pnl !== null || status === 'executed') {
    return (
      <Text span inherit fw={600}>
        <Profit amount={pnl} />
      </Text>
    )
  }
  return <TradeStatus status={status} />
}
