import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listRetention, type RetentionState } from '@trading-bot/contract/rest/operations/retention'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

const COLUMNS: readonly Column<RetentionState>[] = [
  { title: 'What', cell: ({ what }) => what, isNote: true },
  { title: 'How long', cell: ({ rule }) => rule, isNote: true },
  { title: 'Last run', cell: lastRun, isNote: true },
]

export function RetentionTable() {
  const rules = useQuery(queryOf(listRetention, {}))
  return (
    <Loaded query={rules} skeleton={<Skeleton h={420} />}>
      {(rows) => <DataTable name="Data retention" columns={COLUMNS} rows={rows} rowKey={({ what }) => what} />}
    </Loaded>
  )
}

function lastRun({ is_scheduled, last_run }: RetentionState): string {
  if (last_run) return `${formatDateTime(last_run.at)}: ${last_run.deleted} deleted`
  return is_scheduled ? 'Not yet' : 'When an account is closed'
}
