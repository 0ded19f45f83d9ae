import { Badge, Code } from '@mantine/core'
import type { InstanceLog } from '@trading-bot/contract/rest/operations/instances'
import { formatDateTime } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

const COLORS: Readonly<Record<InstanceLog['level'], string>> = {
  INFO: 'gray',
  SUCCESS: 'green',
  WARNING: 'yellow',
  ERROR: 'red',
  CRITICAL: 'red',
}

const COLUMNS: readonly Column<InstanceLog>[] = [
  { title: 'Time (India)', cell: ({ timestamp }) => formatDateTime(timestamp) },
  {
    title: 'Level',
    cell: ({ level }) => (
      <Badge variant="light" color={COLORS[level]}>
        {level}
      </Badge>
    ),
  },
  { title: 'Instance', cell: ({ instance_id }) => instance_id ?? 'All' },
  { title: 'Message', cell: ({ message }) => message },
  { title: 'Details', cell: ({ details }) => <Details details={details} /> },
]

export function InstanceLogs({ logs }: { logs: readonly InstanceLog[] }) {
  if (logs.length === 0) {
    return <EmptyState title="No logs found">What is done to a machine, and what it reports, will be here.</EmptyState>
  }
  return <DataTable name="EC2 logs" columns={COLUMNS} rows={logs} rowKey={({ id }) => id} />
}

/** The log entry's details without the instance, which has its own column. */
function Details({ details }: { details: InstanceLog['details'] }) {
  const { instance_id: _instance, ...rest } = details
  const text = Object.entries(rest)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ')
  return text === '' ? null : <Code>{text}</Code>
}
