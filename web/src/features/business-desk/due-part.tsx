import { Drawer, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type BusinessDesk,
  type BusinessDue,
  DUE_LISTS,
  type DueList,
  listDue,
} from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { Opens } from './months-table.tsx'

const NAMES: Readonly<Record<DueList, string>> = { renewing: 'Renew themselves', ending: 'End' }
const PAGE_SIZE = 20

/** What plans that end soon cost again; each figure opens its plans. */
export function DuePart({ due }: { due: BusinessDesk['due'] }) {
  const [open, setOpen] = useState<DueList | null>(null)
  return (
    <Paper p="md" radius="lg">
      <Facts
        items={DUE_LISTS.map((list) => {
          const { count, amount } = due[list]
          const text = `${formatNumber(count)} ${count === 1 ? 'plan' : 'plans'}, ${formatRupees(amount)}`
          if (count === 0) return [NAMES[list], text] as const
          return [
            NAMES[list],
            <Opens key={list} name={`Plans due: ${NAMES[list].toLowerCase()}`} onClick={() => setOpen(list)}>
              {text}
            </Opens>,
          ] as const
        })}
      />
      {open && <DueDrawer list={open} onClose={() => setOpen(null)} />}
    </Paper>
  )
}

const COLUMNS: readonly Column<BusinessDue>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
        {user.email}
      </TextLink>
    ),
  },
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'Ends', isWhole: true, cell: ({ ends_at }) => formatDate(ends_at) },
  { title: 'Next period', isFigure: true, cell: ({ amount }) => formatRupees(amount) },
]

function DueDrawer({ list, onClose }: { list: DueList; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const plans = useQuery(queryOfList(listDue, { list, page, page_size: PAGE_SIZE }))
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={`${NAMES[list]}, within 30 days`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          What the next period costs its holder, before credit.
        </Text>
        <Loaded query={plans} skeleton={<Skeleton h={320} radius="lg" />}>
          {({ list: rows, totals }) => (
            <>
              <Text size="sm">
                {`${formatNumber(totals.count)} ${totals.count === 1 ? 'plan' : 'plans'}, ${formatRupees(totals.amount)} as of now.`}
              </Text>
              <DataTable name="Plans that are due" columns={COLUMNS} rows={rows} rowKey={({ user }) => user.id} />
              <Pager name="Pages of plans" page={page} pageSize={PAGE_SIZE} total={totals.count} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Stack>
    </Drawer>
  )
}
