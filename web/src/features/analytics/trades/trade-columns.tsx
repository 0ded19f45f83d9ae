import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../../lib/format.ts'
import type { Column } from '../../../ui/tables/data-table.tsx'
import { NameWithMode } from '../../../ui/badges/name-with-mode.tsx'
import { Side } from '../../../ui/badges/side.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { TradeStatus } from './trade-status.tsx'

type TradeRow = Pick<FeedTrade, 'symbol' | 'mode' | 'quantity' | 'price' | 'pnl' | 'status'>
type ColumnOptions<Row> = {
  readonly type: (row: Row) => FeedTrade['order_type']
  readonly time: (row: Row) => string
  /** Placed before the time column, which comes last. */
  readonly more?: readonly Column<Row>[]
}

/** The columns of every trade list; the API calls use different fields for type and time. */
export function tradeColumns<Row extends TradeRow>({
  type,
  time,
  more = [],
}: ColumnOptions<Row>): readonly Column<Row>[] {
  return [
    { title: 'Symbol', sortBy: 'symbol', cell: ({ symbol, mode }) => <NameWithMode name={symbol} mode={mode} /> },
    { title: 'Type', cell: (row) => <Side side={type(row)} /> },
    { title: 'Quantity', sortBy: 'quantity', isFigure: true, cell: ({ quantity }) => formatNumber(quantity) },
    { title: 'Price', sortBy: 'price', isFigure: true, cell: ({ price }) => formatRupees(price) },
    { title: 'P&L', sortBy: 'pnl', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
    { title: 'Status', cell: ({ status }) => <TradeStatus status={status} /> },
    ...more,
    { title: 'Time', sortBy: 'time', isWhole: true, cell: (row) => formatDateTime(time(row)) },
  ]
}
