import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listRefunds, type RefundQueueItem, RefundQueueState } from '@trading-bot/contract/rest/billing/refunds'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { pageOf } from '../../../lib/page-of.ts'
import { queryOfList } from '../../../lib/queries/query-of.ts'
import { useListSearch } from '../../../lib/use-list-search.ts'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { TextLink } from '../../../ui/controls/text-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { StatCards } from '../../../ui/figures/stat-cards.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { Filter } from '../../../ui/tables/filter.tsx'
import { Pager } from '../../../ui/tables/pager.tsx'
import { PastTheEnd } from '../../../ui/tables/past-the-end.tsx'
import { RefundForm } from './refund-form.tsx'

const PAGE_SIZE = 20

const LABELS = {
  requested: 'Requested',
  failed: 'Rejected',
  on_its_way: 'On its way',
  refunded: 'Refunded',
} as const satisfies Record<RefundQueueState, string>
const STATES = RefundQueueState.options

const NOTHING = {
  requested: 'A request appears here when a user cancels a plan with unused days.',
  failed: 'A refund that the provider rejects appears here: it is still owed.',
  on_its_way: 'What the provider was told to pay and has not paid yet appears here.',
  refunded: 'Paid refunds appear here.',
} as const satisfies Record<RefundQueueState, string>

/** What users ask back, what is on its way, and what was paid. */
export function AdminRefundsPage() {
  const [url, setSearch] = useListSearch()
  const known = RefundQueueState.safeParse(url['state'])
  const state = known.success ? known.data : 'requested'
  const page = pageOf(url['page'])
  const [refunded, setRefunded] = useState<RefundQueueItem | null>(null)
  const refunds = useQuery(queryOfList(listRefunds, { state, page, page_size: PAGE_SIZE }))
  const totals = refunds.data?.totals
  const showPage = (next: number) => setSearch({ page: next === 1 ? '' : String(next) })
  return (
    <>
      <PageHeader title="Refunds" subtitle="What users ask back, oldest first, and what became of it." />
      <StatCards
        items={STATES.map((each) => ({
          label: LABELS[each],
          value: totals && formatRupees(totals[each].amount),
          hint: totals && counted(totals[each].count),
        }))}
      />
      <Group mb="md">
        <Filter
          label="State"
          value={state === 'requested' ? '' : state}
          options={{
            '': LABELS.requested,
            failed: LABELS.failed,
            on_its_way: LABELS.on_its_way,
            refunded: LABELS.refunded,
          }}
          onChange={(next) => setSearch({ state: next, page: '' })}
        />
      </Group>
      <Loaded query={refunds} skeleton={<Skeleton h={320} radius="lg" />}>
        {({ list, totals: sums }) => {
          const pages = { page, pageSize: PAGE_SIZE, total: sums[state].count, onPage: showPage }
          if (pages.total === 0) return <EmptyState title="No refunds here">{NOTHING[state]}</EmptyState>
          if (list.length === 0) return <PastTheEnd {...pages} />
          return (
            <>
              <DataTable name="Refunds" columns={columnsOf(state, setRefunded)} rows={list} rowKey={({ id }) => id} />
              <Pager name="Pages of refunds" {...pages} />
            </>
          )
        }}
      </Loaded>
      {refunded && (
        <Modal
          opened
          onClose={() => setRefunded(null)}
          size="lg"
          title={`Refund ${refunded.payment.plan_name} to ${refunded.user.email}`}
        >
          <RefundForm paymentId={refunded.payment.id} onClose={() => setRefunded(null)} />
        </Modal>
      )}
    </>
  )
}

function counted(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'refund' : 'refunds'}`
}

function isOpen(state: RefundQueueState): boolean {
  return state === 'requested' || state === 'failed'
}

const COLUMNS: readonly Column<RefundQueueItem>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
        {user.email}
      </TextLink>
    ),
  },
  {
    title: 'Plan',
    cell: ({ payment, subscription }) => (
      <div>
        {`${payment.plan_name}${payment.is_simulated ? ' (test)' : ''}`} <StatusBadge status={subscription.status} />
      </div>
    ),
  },
  { title: 'Paid', isFigure: true, cell: ({ payment }) => formatRupees(payment.amount) },
  { title: 'Refunded', isFigure: true, cell: ({ payment }) => formatRupees(payment.amount_refunded) },
]

/** What a request asks for is what is unused; a reason allows more. */
function columnsOf(state: RefundQueueState, onRefund: (item: RefundQueueItem) => void): Column<RefundQueueItem>[] {
  return [
    ...COLUMNS,
    {
      title: state === 'requested' ? 'Unused' : 'Amount',
      isFigure: true,
      cell: ({ amount }) => (
        <Text span size="sm" fw={600}>
          {formatRupees(amount)}
        </Text>
      ),
    },
    ...(state === 'requested'
      ? [{ title: 'Maximum', isFigure: true, cell: ({ maximum }: RefundQueueItem) => formatRupees(maximum) }]
      : []),
    { title: 'Reason', isNote: true, cell: ({ reason }) => reason },
    { title: 'Since', isWhole: true, cell: ({ at }) => formatDateTime(at) },
    ...(isOpen(state) ? [actions(onRefund)] : []),
  ]
}

function actions(onRefund: (item: RefundQueueItem) => void): Column<RefundQueueItem> {
  return {
    title: 'Actions',
    isActions: true,
    cell: (item) => (
      <Button
        size="xs"
        variant="default"
        aria-label={`Refund ${formatRupees(item.amount)} to ${item.user.email}`}
        onClick={() => onRefund(item)}
      >
        {item.state === 'failed' ? 'Send again' : 'Refund'}
      </Button>
    ),
  }
}
