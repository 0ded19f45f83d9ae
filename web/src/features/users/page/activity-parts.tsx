import type { UserPage } from '@trading-bot/contract/rest/operations/user-page'
import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import type { UserBot } from '@trading-bot/contract/rest/trading/user-bots'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../../lib/format.ts'
import { ModeBadge } from '../../../ui/badges/mode-badge.tsx'
import { Side } from '../../../ui/badges/side.tsx'
import { NameWithMode } from '../../../ui/badges/name-with-mode.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { TextLink } from '../../../ui/controls/text-link.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import type { Column } from '../../../ui/tables/data-table.tsx'
import { PagePart, PageRows } from './page-part.tsx'

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
      <PageRows name="Bots" columns={BOT_COLUMNS} rows={bots} empty="No bot has been set up." />
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
      <PageRows name="Newest trades" columns={TRADE_COLUMNS} rows={trades} empty="No trades yet." />
    </PagePart>
  )
}
