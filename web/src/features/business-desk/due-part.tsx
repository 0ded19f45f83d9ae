import { Paper } from '@mantine/core'
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
import { Facts } from '../../ui/figures/facts.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { FigureDrawer, PAGE_SIZE, USER_COLUMN } from './figure-drawer.tsx'
import { Opens } from './months-table.tsx'

const NAMES: Readonly<Record<DueList, string>> = { renewing: 'Renew themselves', ending: 'End' }

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
  USER_COLUMN,
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'Ends', isWhole: true, cell: ({ ends_at }) => formatDate(ends_at) },
  { title: 'Next period', isFigure: true, cell: ({ amount }) => formatRupees(amount) },
]

function DueDrawer({ list, onClose }: { list: DueList; onClose: () => void }) {
  const [page, setPage] = useState(1)
  return (
    <FigureDrawer
      title={`${NAMES[list]}, within 30 days`}
      about="What the next period costs its holder, before credit."
      query={useQuery(queryOfList(listDue, { list, page, page_size: PAGE_SIZE }))}
      sentence={({ count, amount }) =>
        `${formatNumber(count)} ${count === 1 ? 'plan' : 'plans'}, ${formatRupees(amount)} as of now.`
      }
      name="Plans that are due"
      columns={COLUMNS}
      rowKey={({ user }) => user.id}
      page={page}
      onPage={setPage}
      onClose={onClose}
    />
  )
}
