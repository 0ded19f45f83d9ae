import { Button, Group, Stack, Text } from '@mantine/core'
import { deleteHoliday, type Holiday } from '@trading-bot/contract/rest/trading/calendar'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatDay } from './format-day.ts'
import { HolidayDialog } from './holiday-dialog.tsx'
import { RowActions } from './row-actions.tsx'
import { CALENDAR_QUERIES } from './calendar-queries.ts'

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly row: Holiday } | null

export function HolidayList({ year, holidays }: { year: number; holidays: readonly Holiday[] }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = useCall(deleteHoliday, {
    refresh: CALENDAR_QUERIES,
    onDone: ({ message }) => {
      close()
      notify('success', message)
    },
  })
  const columns: readonly Column<Holiday>[] = [
    { title: 'Date', isWhole: true, cell: ({ day }) => formatDay(day) },
    {
      title: 'Holiday',
      cell: ({ name, is_settlement_only }) => (
        <>
          <Text size="sm">{name}</Text>
          {is_settlement_only && (
            <Text size="xs" c="dimmed">
              Trading goes on, settlement rests
            </Text>
          )}
        </>
      ),
    },
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
      {holidays.length === 0 ? (
        <EmptyState title={`No holidays of ${year} yet`}>
          Import the exchange’s list, or add the days one by one.
        </EmptyState>
      ) : (
        <DataTable name={`Holidays of ${year}`} columns={columns} rows={holidays} rowKey={({ day }) => day} />
      )}
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'new' })}>
          Add holiday
        </Button>
      </Group>
      {open !== null && open.kind !== 'remove' && (
        <HolidayDialog year={year} row={open.kind === 'edit' ? open.row : null} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title="Remove this holiday?"
        action="Remove holiday"
        isSending={remove.isPending}
        onConfirm={() => open?.kind === 'remove' && remove.mutate({ day: open.row.day })}
        onClose={close}
      >
        {open?.kind === 'remove' && `${formatDay(open.row.day)} trades again if it is a weekday.`}
      </ConfirmDialog>
    </Stack>
  )
}
