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
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { FigureDrawer, PAGE_SIZE, USER_COLUMN } from './figure-drawer.tsx'
import { Opens, percent } from './months-table.tsx'
import { monthName } from './movement-words.ts'

const NAMES: Readonly<Record<TrialList, string>> = { begun: 'Begun', ended: 'Ended', converted: 'Converted' }
const ABOUT: Readonly<Record<TrialList, string>> = {
  begun: 'Free trials that began in the month.',
  ended: 'Free trials whose days for nothing ended in the month.',
  converted: 'Of those that ended, how many holders paid by a week after the end.',
}
const CONVERSION = { name: 'Conversion', text: 'Converted as a share of ended.' }

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
      term: { name: NAMES[list], text: ABOUT[list] },
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
    {
      title: 'Conversion',
      term: CONVERSION,
      isFigure: true,
      cell: ({ converted_percent }) => percent(converted_percent),
    },
  ]
  return (
    <>
      <DataTable name="Free trials by month" rows={trials} rowKey={({ month }) => month} columns={columns} />
      {shown && <TrialsDrawer {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

const COLUMNS: readonly Column<BusinessTrial>[] = [
  USER_COLUMN,
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'From', cell: ({ started_at }) => formatDate(started_at) },
  { title: 'Until', cell: ({ ends_at }) => formatDate(ends_at) },
  { title: 'Paid on', cell: ({ converted_at }) => (converted_at ? formatDate(converted_at) : '–') },
]

function TrialsDrawer({ month, list, onClose }: Shown & { onClose: () => void }) {
  const [page, setPage] = useState(1)
  return (
    <FigureDrawer
      title={`Trials: ${NAMES[list]}, ${monthName(month)}`}
      query={useQuery(queryOfList(listTrials, { month, list, page, page_size: PAGE_SIZE }))}
      sentence={({ count }) => `${formatNumber(count)} ${count === 1 ? 'trial' : 'trials'}`}
      name="Trials"
      columns={COLUMNS}
      rowKey={({ user }) => user.id}
      page={page}
      onPage={setPage}
      onClose={onClose}
    />
  )
}
