import { Text } from '@mantine/core'
import { deleteHoliday, type Holiday } from '@trading-bot/contract/rest/trading/calendar'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { EditableTable } from './editable-table.tsx'
import { formatDay } from './format-day.ts'
import { HolidayDialog } from './holiday-dialog.tsx'

const COLUMNS: readonly Column<Holiday>[] = [
  { title: 'Date', isWhole: true, cell: ({ day }) => formatDay(day) },
  {
    title: 'Holiday',
    cell: ({ name, is_settlement_only }) => (
      <>
        <Text size="sm">{name}</Text>
        {is_settlement_only && (
          <Text size="xs" c="dimmed">
            Trading day, settlement holiday
          </Text>
        )}
      </>
    ),
  },
]

export function HolidayList({ year, holidays }: { year: number; holidays: readonly Holiday[] }) {
  return (
    <EditableTable
      name={`Holidays of ${year}`}
      columns={COLUMNS}
      rows={holidays}
      dayOf={({ day }) => day}
      labelOf={({ name, day }) => `${name}, ${formatDay(day)}`}
      empty={
        <EmptyState title={`No holidays of ${year} yet`}>
          Import the exchange’s list, or add the days one by one.
        </EmptyState>
      }
      addLabel="Add holiday"
      dialog={(row, onClose) => <HolidayDialog year={year} row={row} onClose={onClose} />}
      removal={{
        spec: deleteHoliday,
        title: 'Remove this holiday?',
        action: 'Remove holiday',
        textOf: ({ day }) => `${formatDay(day)} trades again if it is a weekday.`,
      }}
    />
  )
}
