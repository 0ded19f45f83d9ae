import { Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BusinessPayer, listPayers, type PayerList } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { LIST_WORDS, monthName } from './movement-words.ts'

/** The figure whose users are shown. */
export type Behind = {
  readonly month: string
  readonly list: PayerList
  readonly plan?: string
  /** The month in which they paid first. */
  readonly cohort?: string
}

const PAGE_SIZE = 20

const COLUMNS: readonly Column<BusinessPayer>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
        {user.email}
      </TextLink>
    ),
  },
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'Before', isFigure: true, cell: ({ before }) => formatRupees(before) },
  { title: 'After', isFigure: true, cell: ({ after }) => formatRupees(after) },
  {
    title: 'Change',
    isFigure: true,
    cell: ({ before, after }) => <Profit amount={(after * 100 - before * 100) / 100} />,
  },
]

/** The users behind one figure of the desk. */
export function PayersDrawer({ behind, onClose }: { behind: Behind; onClose: () => void }) {
  const { month, list, plan, cohort } = behind
  const [page, setPage] = useState(1)
  const payers = useQuery(queryOfList(listPayers, { ...behind, page, page_size: PAGE_SIZE }))
  const { name, about } = LIST_WORDS[list]
  const of = [name, ...(plan ? [plan] : []), ...(cohort ? [`first paid in ${monthName(cohort)}`] : [])].join(', ')
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={`${of}, ${monthName(month)}`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <Loaded query={payers} skeleton={<Skeleton h={320} radius="lg" />}>
          {({ list: rows, totals }) => (
            <>
              <Text size="sm">
                {`${formatNumber(totals.count)} ${totals.count === 1 ? 'user' : 'users'}: ${formatRupees(totals.before)} a month before, ${formatRupees(totals.after)} after.`}
              </Text>
              <DataTable name={`Users behind ${name}`} columns={COLUMNS} rows={rows} rowKey={({ user }) => user.id} />
              <Pager name="Pages of users" page={page} pageSize={PAGE_SIZE} total={totals.count} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Stack>
    </Drawer>
  )
}
