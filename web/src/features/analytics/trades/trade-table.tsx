import { Text } from '@mantine/core'
import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
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

/** Trades as a table, and on a phone as rows of two lines. */
export function TradeTable<Row extends TradeRow>({ name, rows, type, time, more = [], sorting, onOpen }: Props<Row>) {
  const isPhone = useIsPhone()
  if (isPhone) {
    return (
      <CompactRows
        name={name}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        lines={(row) => [
          [<NameWithMode key="name" name={row.symbol} mode={row.mode} />, <Result key="result" row={row} />],
          [
            <span key="order">
              <Side side={type(row)} /> {`${formatNumber(row.quantity)} at ${formatRupees(row.price)}`}
            </span>,
            formatDateTime(time(row)),
          ],
        ]}
      />
    )
  }
  return (
    <DataTable
      name={name}
      columns={tradeColumns({ type, time, more })}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      {...(sorting && { sorting })}
    />
  )
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
