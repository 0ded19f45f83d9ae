import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  exportSubscriptions,
  listAllSubscriptions,
  readSubscriptionStats,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { formatRupees } from '@trading-bot/core/money'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { pageOf } from '../../lib/page-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DownloadIcon, UserIcon } from '../../ui/icons.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PastTheEnd } from '../../ui/tables/past-the-end.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { RenewalsPanel } from './renewals-panel.tsx'
import { reportRequest } from './report-request.ts'
import { SubscriptionFilters } from './subscription-filters.tsx'
import { SubscriptionModal } from './subscription-modal.tsx'
import { SubscriptionsTable } from './subscriptions-table.tsx'

const FAILED = 'Failed to fetch subscriptions'
const PAGE_SIZE = 20

export function AdminSubscriptionsPage() {
  const [search, setSearch] = useListSearch()
  const [openId, setOpenId] = useState<string | null>(null)
  const { list, stats } = reportRequest(search)
  const page = pageOf(search['page'])
  const showPage = (next: number) => setSearch({ page: String(next) })
  const subscriptions = useQuery({
    ...queryOf(listAllSubscriptions, { ...list, page, page_size: PAGE_SIZE }),
    placeholderData: (before) => before,
  })
  const figures = useQuery(queryOf(readSubscriptionStats, stats))
  const download = useCall(exportSubscriptions, {
    onDone: (bytes) => saveFile(bytes, 'subscriptions.csv', exportSubscriptions.produces),
  })
  return (
    <>
      <PageHeader
        title="Subscription Management"
        subtitle="Who holds what, and what came in."
        actions={
          <Group gap="xs">
            <ButtonLink to="/admin/users" variant="default" leftSection={<UserIcon size={16} />}>
              Users
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<DownloadIcon size={16} />}
              loading={download.isPending}
              onClick={() => download.mutate(list)}
            >
              Export CSV
            </Button>
          </Group>
        }
      />
      <StatCards
        items={[
          {
            label: 'Total Subscriptions',
            value: figures.data && formatNumber(figures.data.total_subscriptions),
            hint: 'In every state',
          },
          {
            label: 'Active Subscriptions',
            value: figures.data && formatNumber(figures.data.active_subscriptions),
            hint: 'Paid and valid now',
          },
          {
            label: 'Total Revenue',
            value: figures.data && formatRupees(figures.data.total_revenue),
            hint: 'Paid, less refunds',
          },
          {
            label: 'Monthly Revenue',
            value: figures.data && formatRupees(figures.data.monthly_revenue),
            hint: 'This month, less refunds',
          },
        ]}
      />
      <SubscriptionFilters search={search} onChange={(change) => setSearch({ ...change, page: '' })} />
      <Loaded query={subscriptions} skeleton={<Skeleton h={480} radius="lg" />} toast={FAILED}>
        {({ subscriptions: rows, pagination }) =>
          pagination.total_count > 0 && rows.length === 0 ? (
            <PastTheEnd page={page} pageSize={PAGE_SIZE} total={pagination.total_count} onPage={showPage} />
          ) : rows.length === 0 ? (
            <EmptyState title="No subscriptions found">
              Subscriptions appear here when traders choose a plan.
            </EmptyState>
          ) : (
            <>
              <SubscriptionsTable rows={rows} onOpen={({ id }) => setOpenId(id)} />
              <Pager
                name="Pages of subscriptions"
                page={page}
                pageSize={PAGE_SIZE}
                total={pagination.total_count}
                onPage={showPage}
              />
            </>
          )
        }
      </Loaded>
      <RenewalsPanel />
      {openId !== null && <SubscriptionModal id={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}
