import { Button, Group, Stack } from '@mantine/core'
import { deleteSpecialSession, type SpecialSession } from '@trading-bot/contract/rest/trading/calendar'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatDay } from './format-day.ts'
import { RowActions } from './row-actions.tsx'
import { SpecialSessionDialog } from './special-session-dialog.tsx'
import { CALENDAR_QUERIES } from './calendar-queries.ts'

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly row: SpecialSession } | null

export function SpecialSessionList({ year, sessions }: { year: number; sessions: readonly SpecialSession[] }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = useCall(deleteSpecialSession, {
    refresh: CALENDAR_QUERIES,
    onDone: ({ message }) => {
      close()
      notify('success', message)
    },
  })
  const columns: readonly Column<SpecialSession>[] = [
    { title: 'Date', isWhole: true, cell: ({ day }) => formatDay(day) },
    { title: 'Session', cell: ({ name }) => name },
    { title: 'Hours', isWhole: true, cell: hoursOf },
    {
      title: 'Actions',
      isActions: true,
      cell: (row) => (
        <RowActions name={`${row.name}, ${formatDay(row.day)}`} onOpen={(kind) => setOpen({ kind, row })} />
      ),
    },
  ]
  return (
    <Stack>
      {sessions.length === 0 ? (
        <EmptyState title={`No special sessions in ${year}`}>Muhurat trading and budget days belong here.</EmptyState>
      ) : (
        <DataTable name={`Special sessions of ${year}`} columns={columns} rows={sessions} rowKey={({ day }) => day} />
      )}
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'new' })}>
          Add special session
        </Button>
      </Group>
      {open !== null && open.kind !== 'remove' && (
        <SpecialSessionDialog year={year} row={open.kind === 'edit' ? open.row : null} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title="Remove this special session?"
        action="Remove session"
        isSending={remove.isPending}
        onConfirm={() => open?.kind === 'remove' && remove.mutate({ day: open.row.day })}
        onClose={close}
      >
        The day is then an ordinary weekday, weekend or holiday.
      </ConfirmDialog>
    </Stack>
  )
}

function hoursOf({ hours, opens_at, closes_at }: SpecialSession): string {
  if (hours === 'own') return `${opens_at} to ${closes_at}`
  return hours === 'usual' ? 'Usual hours' : 'Not announced: closed'
}
