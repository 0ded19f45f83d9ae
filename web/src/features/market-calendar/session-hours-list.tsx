import { Button, Group, Stack, Text } from '@mantine/core'
import { deleteSessionHours, type SessionHours } from '@trading-bot/contract/rest/trading/calendar'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { formatDay } from './format-day.ts'
import { RowActions } from './row-actions.tsx'
import { SessionHoursDialog } from './session-hours-dialog.tsx'
import { CALENDAR_QUERIES } from './calendar-queries.ts'

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly row: SessionHours } | null

export function SessionHoursList({ hours }: { hours: readonly SessionHours[] }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = useCall(deleteSessionHours, {
    refresh: CALENDAR_QUERIES,
    onDone: ({ message }) => {
      close()
      notify('success', message)
    },
  })
  const columns: readonly Column<SessionHours>[] = [
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
    {
      title: 'Actions',
      isActions: true,
      cell: (row) => (
        <RowActions name={`hours from ${formatDay(row.from_day)}`} onOpen={(kind) => setOpen({ kind, row })} />
      ),
    },
  ]
  return (
    <Stack>
      <DataTable name="Usual hours" columns={columns} rows={hours} rowKey={({ from_day }) => from_day} />
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'new' })}>
          Add hours
        </Button>
      </Group>
      {open !== null && open.kind !== 'remove' && (
        <SessionHoursDialog row={open.kind === 'edit' ? open.row : null} latest={hours.at(-1)} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title="Remove these hours?"
        action="Remove hours"
        isSending={remove.isPending}
        onConfirm={() => open?.kind === 'remove' && remove.mutate({ day: open.row.from_day })}
        onClose={close}
      >
        The hours before them hold on.
      </ConfirmDialog>
    </Stack>
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
