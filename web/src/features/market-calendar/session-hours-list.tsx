import { Text } from '@mantine/core'
import { deleteSessionHours, type SessionHours } from '@trading-bot/contract/rest/trading/calendar'
import type { Column } from '../../ui/tables/data-table.tsx'
import { EditableTable } from './editable-table.tsx'
import { formatDay } from './format-day.ts'
import { SessionHoursDialog } from './session-hours-dialog.tsx'

const COLUMNS: readonly Column<SessionHours>[] = [
  { title: 'From', isWhole: true, cell: ({ from_day }) => formatDay(from_day) },
  {
    title: 'Market',
    isWhole: true,
    cell: (row) => twoLines(`${row.opens_at} to ${row.closes_at}`, `Auction from ${row.auction_closes_at}`),
  },
  {
    title: 'Bots',
    isWhole: true,
    cell: (row) => twoLines(`Entries until ${row.entries_until}`, `Square-off ${row.square_off_at}`),
  },
]

export function SessionHoursList({ hours }: { hours: readonly SessionHours[] }) {
  return (
    <EditableTable
      name="Usual hours"
      columns={COLUMNS}
      rows={hours}
      dayOf={({ from_day }) => from_day}
      labelOf={({ from_day }) => `hours from ${formatDay(from_day)}`}
      addLabel="Add hours"
      dialog={(row, onClose) => <SessionHoursDialog row={row} latest={hours.at(-1)} onClose={onClose} />}
      removal={{
        spec: deleteSessionHours,
        title: 'Remove these hours?',
        action: 'Remove hours',
        textOf: () => 'The hours before them hold on.',
      }}
    />
  )
}

function twoLines(first: string, second: string) {
  return (
    <div>
      <Text size="sm">{first}</Text>
      <Text size="xs" c="dimmed">
        {second}
      </Text>
    </div>
  )
}
