import { useQuery } from '@tanstack/react-query'
import { type BusinessPayer, listPayers, type PayerList } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { Profit } from '../../ui/figures/profit.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { FigureDrawer, PAGE_SIZE, USER_COLUMN } from './figure-drawer.tsx'
import { LIST_WORDS, monthName } from './movement-words.ts'

/** The figure whose users are shown. */
export type Behind = {
  readonly month: string
  readonly list: PayerList
  readonly plan?: string
  /** The month in which they paid first. */
  readonly cohort?: string
}

const COLUMNS: readonly Column<BusinessPayer>[] = [
  USER_COLUMN,
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
  const { name, about } = LIST_WORDS[list]
  const of = [name, ...(plan ? [plan] : []), ...(cohort ? [`first paid in ${monthName(cohort)}`] : [])].join(', ')
  return (
    <FigureDrawer
      title={`${of}, ${monthName(month)}`}
      about={about}
      query={useQuery(queryOfList(listPayers, { ...behind, page, page_size: PAGE_SIZE }))}
      sentence={({ count, before, after }) =>
        `${formatNumber(count)} ${count === 1 ? 'user' : 'users'}: ${formatRupees(before)} a month before, ${formatRupees(after)} after.`
      }
      name={`Users behind ${name}`}
      columns={COLUMNS}
      rowKey={({ user }) => user.id}
      page={page}
      onPage={setPage}
      onClose={onClose}
    />
  )
}
