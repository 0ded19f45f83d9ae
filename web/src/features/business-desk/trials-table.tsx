import { Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type BusinessTrial,
  listTrials,
  TRIAL_LISTS,
  type TrialList,
  type TrialMonth,
} from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { Opens, percent } from './months-table.tsx'
import { monthName } from './movement-words.ts'

const NAMES: Readonly<Record<TrialList, string>> = { begun: 'Begun', ended: 'Ended', converted: 'Converted' }

type Shown = { readonly month: string; readonly list: TrialList }

/** How many free trials turn into plans; every figure opens the trials behind it. */
export function TrialsTable({ trials }: { trials: readonly TrialMonth[] }) {
  const [shown, setShown] = useState<Shown | null>(null)
  if (trials.length === 0)
    return <EmptyState title="No trials yet">Give a plan free days on its form, and they appear here.</EmptyState>
  const columns: Column<TrialMonth>[] = [
    { title: 'Month', isWhole: true, cell: ({ month }) => monthName(month) },
    ...TRIAL_LISTS.map((list) => ({
      title: NAMES[list],
      isFigure: true,
      cell: (row: TrialMonth) =>
        row[list] === 0 ? (
          '–'
        ) : (
          <Opens
            name={`${NAMES[list]} in ${monthName(row.month)}`}
            onClick={() => setShown({ month: row.month, list })}
          >
            {formatNumber(row[list])}
          </Opens>
        ),
    })),
    { title: 'Conversion', isFigure: true, cell: ({ converted_percent }) => percent(converted_percent) },
  ]
  return (
    <>
      <DataTable name="Free trials by month" rows={trials} rowKey={({ month }) => month} columns={columns} />
      {shown && <TrialsDrawer {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

const PAGE_SIZE = 20

const COLUMNS: readonly Column<BusinessTrial>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
        {user.email}
      </TextLink>
    ),
  },
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'From', cell: ({ started_at }) => formatDate(started_at) },
  { title: 'Until', cell: ({ ends_at }) => formatDate(ends_at) },
  { title: 'Paid on', cell: ({ converted_at }) => (converted_at ? formatDate(converted_at) : '–') },
]

function TrialsDrawer({ month, list, onClose }: Shown & { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const trials = useQuery(queryOfList(listTrials, { month, list, page, page_size: PAGE_SIZE }))
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={`Trials: ${NAMES[list]}, ${monthName(month)}`}>
      <Loaded query={trials} skeleton={<Skeleton h={320} radius="lg" />}>
        {({ list: rows, totals }) => (
          <Stack gap="md">
            <Text size="sm">{`${formatNumber(totals.count)} ${totals.count === 1 ? 'trial' : 'trials'}`}</Text>
            <DataTable name="Trials" columns={COLUMNS} rows={rows} rowKey={({ user }) => user.id} />
            <Pager name="Pages of trials" page={page} pageSize={PAGE_SIZE} total={totals.count} onPage={setPage} />
          </Stack>
        )}
      </Loaded>
    </Drawer>
  )
}
