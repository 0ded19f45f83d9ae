import type { BusinessDesk } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Opens } from './months-table.tsx'
import { monthName } from './movement-words.ts'
import type { Behind } from './payers-drawer.tsx'

type Cohort = BusinessDesk['cohorts'][number]

// As many as a year: older ones are in the export of their lists.
const SHOWN_MONTHS = 12

type Props = { cohorts: readonly Cohort[]; onOpen: (behind: Behind) => void }

/** By the month of the first payment: how many of them pay, and what share that is. */
export function CohortTable({ cohorts, onOpen }: Props) {
  const longest = Math.min(SHOWN_MONTHS, Math.max(0, ...cohorts.map(({ paying }) => paying.length)))
  const columns: Column<Cohort>[] = [
    { title: 'First paid in', isWhole: true, cell: ({ month }) => monthName(month) },
    { title: 'Users', isFigure: true, cell: ({ size }) => formatNumber(size) },
    ...Array.from({ length: longest }, (_, at) => ({
      title: at === 0 ? 'That month' : `+${at}`,
      isFigure: true,
      cell: ({ month: cohort, size, paying }: Cohort) => {
        const text = shareOf(paying[at], size)
        if (!paying[at]) return text
        const month = monthAfter(cohort, at)
        return (
          <Opens
            name={`Of ${monthName(cohort)}, paying in ${monthName(month)}`}
            onClick={() => onOpen({ month, cohort, list: 'paying' })}
          >
            {text}
          </Opens>
        )
      },
    })),
  ]
  return (
    <DataTable
      name="Users by the month of their first payment"
      rows={cohorts}
      rowKey={({ month }) => month}
      columns={columns}
    />
  )
}

function monthAfter(month: string, count: number): string {
  const [year = 0, first = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, first - 1 + count)).toISOString().slice(0, 7)
}

function shareOf(count: number | undefined, size: number): string {
  return count === undefined ? '' : `${formatNumber(count)} (${Math.round((count * 100) / size)} %)`
}
