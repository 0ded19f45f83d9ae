import { Alert, Badge, List, Stack, Text } from '@mantine/core'
import type { ImportReport } from '@trading-bot/contract/rest/trading/calendar'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { formatDay } from './format-day.ts'

type Line = { readonly day: string; readonly name: string; readonly change: string }

const WORDS: Readonly<Record<string, string>> = {
  added: 'New',
  renamed: 'New name',
  unchanged: 'As before',
  removed: 'Removed',
}

const COLUMNS: readonly Column<Line>[] = [
  { title: 'Date', isWhole: true, cell: ({ day }) => formatDay(day) },
  { title: 'Holiday', cell: ({ name }) => name },
  {
    title: 'Change',
    cell: ({ change }) => (
      <Badge variant="light" color={change === 'unchanged' ? 'gray' : change === 'removed' ? 'yellow' : 'green'}>
        {WORDS[change]}
      </Badge>
    ),
  },
]

/** The contents of the list and the changes it would make. */
export function ImportPreview({ report }: { report: ImportReport }) {
  const { year, holidays, removed, refusals, other_years } = report
  const lines = [...holidays, ...removed.map((row) => ({ ...row, change: 'removed' }))].sort((a, b) =>
    a.day < b.day ? -1 : 1,
  )
  return (
    <Stack gap="sm" aria-live="polite">
      <Text size="sm" fw={600}>
        {`${holidays.length} holidays of ${year} in the list${other_years > 0 ? `, ${other_years} rows of other years left out` : ''}`}
      </Text>
      {refusals.length > 0 && (
        <Alert color="yellow" variant="light" title="Mend these rows first: nothing is imported while one is unclear">
          <List size="sm">
            {refusals.map(({ row, reason }) => (
              <List.Item key={row}>{`Row ${row}: ${reason}`}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {lines.length > 0 && (
        <DataTable name="What the list changes" columns={COLUMNS} rows={lines} rowKey={({ day }) => day} />
      )}
    </Stack>
  )
}
