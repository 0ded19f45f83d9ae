import { Paper, Progress, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BulkOperation, listBulk } from '@trading-bot/contract/rest/operations/bulk'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'

const POLL_MS = 2_000

/** What was done to many users, the newest first, with how far it is. */
export function BulkList() {
  const bulk = useQuery({
    ...queryOf(listBulk, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ done_at }) => done_at === null) ? POLL_MS : false),
  })
  if (bulk.data === undefined || bulk.data.length === 0) return null
  return (
    <Paper component="section" aria-label="Done to many" p="lg" radius="lg" mt="xl">
      <Title order={2} size="h3" mb="sm">
        Done to many
      </Title>
      <DataTable name="Done to many" columns={COLUMNS} rows={bulk.data} rowKey={({ id }) => id} />
    </Paper>
  )
}

const COLUMNS: readonly Column<BulkOperation>[] = [
  { title: 'What', cell: (operation) => whatOf(operation) },
  { title: 'Reason', isNote: true, cell: ({ reason }) => reason },
  {
    title: 'Done',
    cell: ({ done, total, done_at }) => (
      <div>
        <Text size="sm">{`${formatNumber(done)} of ${formatNumber(total)}`}</Text>
        {done_at === null && <Progress value={(done * 100) / total} size="sm" aria-label="Progress" />}
      </div>
    ),
  },
  {
    title: 'Nothing done',
    isNote: true,
    cell: ({ skipped, skipped_for }) =>
      skipped === 0 ? '–' : skipped_for.map(({ reason, count }) => `${formatNumber(count)}: ${reason}`).join(' '),
  },
  { title: 'By', cell: ({ started_by }) => started_by },
  { title: 'Begun', isWhole: true, cell: ({ created_at }) => formatDateTime(created_at) },
]

function whatOf({ action, days, subject }: BulkOperation): string {
  if (action === 'extend') return `${days} free ${days === 1 ? 'day' : 'days'} each`
  return action === 'mail' ? `Mail: ${subject}` : 'Bots restarted'
}
