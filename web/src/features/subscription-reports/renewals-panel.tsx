import { Group, Paper, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type ListedRenewal,
  listRenewals,
  MANDATE_METHOD_LABELS,
  RenewalList,
} from '@trading-bot/contract/rest/billing/renewals'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

const LABELS = { due: 'Due', failing: 'Failing', recovered: 'Recovered' } as const
const NOTHING = {
  due: 'Plans that renew by mandate within five days appear here.',
  failing: 'Renewals whose debit has failed, and that nobody has paid, appear here.',
  recovered: 'Renewals that were paid after a failure appear here for 30 days.',
} as const

/** What renews by mandate: due, failing, recovered. */
export function RenewalsPanel() {
  const isPhone = useIsPhone()
  const [list, setList] = useState<RenewalList>('due')
  const renewals = useQuery(queryOfList(listRenewals, { list }))
  const totals = renewals.data?.totals
  const label = (each: RenewalList) => (totals ? `${LABELS[each]} (${formatNumber(totals[each])})` : LABELS[each])
  return (
    <Paper component="section" aria-label="Renewals" p="lg" radius="lg" mt="xl">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>Renewals</Title>
          <SegmentedControl
            aria-label="Renewals shown"
            orientation={isPhone ? 'vertical' : 'horizontal'}
            value={list}
            onChange={(value) => setList(RenewalList.parse(value))}
            data={RenewalList.options.map((value) => ({ value, label: label(value) }))}
          />
        </Group>
        <Loaded query={renewals} skeleton={<Skeleton h={120} />}>
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title="No renewals here">{NOTHING[list]}</EmptyState>
            ) : (
              <DataTable name="Renewals" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
            )
          }
        </Loaded>
      </Stack>
    </Paper>
  )
}

const STATES: Readonly<Record<ListedRenewal['state'], string>> = {
  upcoming: 'Upcoming',
  open: 'Under way',
  paid: 'Paid',
  failed: 'Failed',
  stopped: 'Ended',
  by_hand: 'Needs approval',
}

const COLUMNS: readonly Column<ListedRenewal>[] = [
  { title: 'User', cell: ({ user }) => user.email },
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'Ends', isWhole: true, cell: ({ end_date }) => formatDate(end_date) },
  {
    title: 'State',
    isWhole: true,
    cell: ({ state, attempts }) => (attempts > 0 ? `${STATES[state]}, ${attempts} failed` : STATES[state]),
  },
  {
    title: 'Amount',
    isFigure: true,
    isWhole: true,
    cell: ({ amount }) => (amount === null ? '' : formatRupees(amount)),
  },
  { title: 'By', isWhole: true, cell: ({ method }) => (method ? MANDATE_METHOD_LABELS[method] : '') },
  { title: 'Next or closed', isWhole: true, cell: ({ at }) => (at ? formatDateTime(at) : '') },
  { title: 'Reason', isNote: true, cell: ({ reason }) => reason ?? '' },
]
