import { deleteSpecialSession, type SpecialSession } from '@trading-bot/contract/rest/trading/calendar'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { EditableTable } from './editable-table.tsx'
import { formatDay } from './format-day.ts'
import { SpecialSessionDialog } from './special-session-dialog.tsx'

const COLUMNS: readonly Column<SpecialSession>[] = [
  { title: 'Date', isWhole: true, cell: ({ day }) => formatDay(day) },
  { title: 'Session', cell: ({ name }) => name },
  { title: 'Hours', isWhole: true, cell: hoursOf },
]

export function SpecialSessionList({ year, sessions }: { year: number; sessions: readonly SpecialSession[] }) {
  return (
    <EditableTable
      name={`Special sessions of ${year}`}
      columns={COLUMNS}
      rows={sessions}
      dayOf={({ day }) => day}
      labelOf={({ name, day }) => `${name}, ${formatDay(day)}`}
      empty={
        <EmptyState title={`No special sessions in ${year}`}>Muhurat trading and budget days belong here.</EmptyState>
      }
      addLabel="Add special session"
      dialog={(row, onClose) => <SpecialSessionDialog year={year} row={row} onClose={onClose} />}
      removal={{
        spec: deleteSpecialSession,
        title: 'Remove this special session?',
        action: 'Remove session',
        textOf: () => 'The day is then an ordinary weekday, weekend or holiday.',
      }}
    />
  )
}

function hoursOf({ hours, opens_at, closes_at }: SpecialSession): string {
  if (hours === 'own') return `${opens_at} to ${closes_at}`
  return hours === 'usual' ? 'Usual hours' : 'Not announced: closed'
}
