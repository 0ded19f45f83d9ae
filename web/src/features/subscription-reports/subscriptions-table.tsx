import { Text } from '@mantine/core'
import type { ReportedSubscription } from '@trading-bot/contract/rest/billing/subscription-reports'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'

type Props = { rows: readonly ReportedSubscription[]; onOpen: (row: ReportedSubscription) => void }

const COLUMNS: readonly Column<ReportedSubscription>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <span>
        <Text span size="sm" fw={600} display="block">
          {user.email}
        </Text>
        <Text span size="xs" c="dimmed">
          {user.username}
        </Text>
      </span>
    ),
  },
  { title: 'Plan', cell: ({ plan, bot_plan }) => (plan ?? bot_plan)?.name },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Payment', cell: ({ payment_status }) => <StatusBadge status={payment_status} /> },
  { title: 'Paid', isFigure: true, cell: ({ amount_paid }) => formatRupees(amount_paid) },
  { title: 'Start', isWhole: true, cell: ({ start_date }) => (start_date ? formatDate(start_date) : '–') },
  { title: 'End', isWhole: true, cell: ({ end_date }) => (end_date ? formatDate(end_date) : '–') },
  { title: 'Created', isWhole: true, cell: ({ created_at }) => formatDate(created_at) },
]

export function SubscriptionsTable({ rows, onOpen }: Props) {
  return <DataTable name="Subscriptions" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} onOpen={onOpen} />
}
