import type { BusinessDesk } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { monthName } from './movement-words.ts'

type Cohort = BusinessDesk['cohorts'][number]

// As many as a year: older ones are in the export of their lists.
const SHOWN_MONTHS = 12

/** By the month of the first payment: how many of them pay, and what share that is. */
export function CohortTable({ cohorts }: { cohorts: readonly Cohort[] }) {
  const longest = Math.min(SHOWN_MONTHS, Math.max(0, ...cohorts.map(({ paying }) => paying.length)))
  const columns: Column<Cohort>[] = [
    { title: 'First paid in', isWhole: true, cell: ({ month }) => monthName(month) },
    { title: 'Users', isFigure: true, cell: ({ size }) => formatNumber(size) },
    ...Array.from({ length: longest }, (_, at) => ({
      title: at === 0 ? 'That month' : `+${at}`,
      isFigure: true,
      cell: ({ size, paying }: Cohort) => shareOf(paying[at], size),
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

function shareOf(count: number | undefined, size: number): string {
  return count === undefined ? '' : `${formatNumber(count)} (${Math.round((count * 100) / size)} %)`
}
