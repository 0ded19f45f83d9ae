import { Text } from '@mantine/core'
import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import type { UserPage } from '@trading-bot/contract/rest/operations/user-page'
import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import type { UserBot } from '@trading-bot/contract/rest/trading/user-bots'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../../lib/format.ts'
import { ModeBadge } from '../../../ui/badges/mode-badge.tsx'
import { Side } from '../../../ui/badges/side.tsx'
import { NameWithMode } from '../../../ui/badges/name-with-mode.tsx'
import { PaymentState } from '../../../ui/badges/payment-state.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { TextLink } from '../../../ui/controls/text-link.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { PagePart } from './page-part.tsx'

const BOT_COLUMNS: readonly Column<UserBot>[] = [
  {
    title: 'Bot',
    cell: ({ id, name, user }) => (
      <TextLink to="/admin/user-bots" search={{ search: user.email, bot: id } as never} size="sm" fw={600}>
        {name}
      </TextLink>
    ),
  },
  { title: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Reason', isNote: true, cell: ({ status_reason }) => status_reason ?? '–' },
  { title: 'Open positions', isFigure: true, cell: ({ open_positions }) => formatNumber(open_positions) },
  {
    title: 'Net P&L today',
    isFigure: true,
    cell: ({ net_pnl_today }) => <Profit amount={net_pnl_today} unknown="Unknown" />,
  },
]

export function UserBots({ bots }: Pick<UserPage, 'bots'>) {
  return (
    <PagePart title="Bots">
      <Rows name="Bots" columns={BOT_COLUMNS} rows={bots} empty="No bot has been set up." />
    </PagePart>
  )
}

const PAYMENT_COLUMNS: readonly Column<Payment>[] = [
  { title: 'Plan', cell: ({ plan_name, is_simulated }) => `${plan_name}${is_simulated ? ' (test)' : ''}` },
  { title: 'Amount', isFigure: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Refunded', isFigure: true, cell: ({ amount_refunded }) => formatRupees(amount_refunded) },
  { title: 'State', cell: (payment) => <PaymentState payment={payment} /> },
  { title: 'Invoice', cell: ({ invoice_number }) => invoice_number ?? '–' },
  {
    title: 'Time',
    isWhole: true,
    cell: ({ paid_at, created_at }) => formatDateTime(paid_at ?? created_at),
  },
]

export function UserPayments({ payments }: Pick<UserPage, 'payments'>) {
  return (
    <PagePart title="Payments">
      <Rows name="Payments" columns={PAYMENT_COLUMNS} rows={payments} empty="Nothing was ordered or paid yet." />
    </PagePart>
  )
}

const TRADE_COLUMNS: readonly Column<FeedTrade>[] = [
  {
    title: 'Symbol',
    cell: ({ id, symbol, mode }) => (
      <TextLink to="/admin/trades" search={{ trade: id } as never} size="sm">
        <NameWithMode name={symbol} mode={mode} />
      </TextLink>
    ),
  },
  { title: 'Type', cell: ({ order_type }) => <Side side={order_type} /> },
  { title: 'Quantity', isFigure: true, cell: ({ quantity }) => formatNumber(quantity) },
  { title: 'Price', isFigure: true, cell: ({ price }) => formatRupees(price) },
  { title: 'P&L', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
  { title: 'State', cell: ({ state }) => state.replaceAll('_', ' ') },
  { title: 'Time', isWhole: true, cell: ({ timestamp }) => formatDateTime(timestamp) },
]

export function UserTrades({ trades }: Pick<UserPage, 'trades'>) {
  return (
    <PagePart title="Newest trades">
      <Rows name="Newest trades" columns={TRADE_COLUMNS} rows={trades} empty="No trades yet." />
    </PagePart>
  )
}

type RowsProps<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[]; empty: string }

function Rows<Row extends { readonly id: string }>({ name, columns, rows, empty }: RowsProps<Row>) {
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  return <DataTable name={name} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
