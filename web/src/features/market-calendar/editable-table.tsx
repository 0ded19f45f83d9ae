import { Button, Group, Stack } from '@mantine/core'
import type {
  deleteHoliday,
  deleteSessionHours,
  deleteSpecialSession,
} from '@trading-bot/contract/rest/trading/calendar'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { RowActions } from './row-actions.tsx'
import { useCalendarEdit } from './use-calendar-edit.ts'

type Open<Row> = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly row: Row } | null

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  dayOf: (row: Row) => string
  /** Names the row for its buttons. */
  labelOf: (row: Row) => string
  empty?: ReactNode
  addLabel: string
  dialog: (row: Row | null, onClose: () => void) => ReactNode
  removal: {
    spec: typeof deleteHoliday | typeof deleteSpecialSession | typeof deleteSessionHours
    title: string
    action: string
    textOf: (row: Row) => string
  }
}

/** Rows of the calendar that are added, edited and removed one by one. */
export function EditableTable<Row>(props: Props<Row>) {
  const { name, columns, rows, dayOf, labelOf, empty, addLabel, dialog, removal } = props
  const [open, setOpen] = useState<Open<Row>>(null)
  const close = () => setOpen(null)
  const remove = useCalendarEdit(removal.spec, close)
  const actions: Column<Row> = {
    title: 'Actions',
    isActions: true,
    cell: (row) => <RowActions name={labelOf(row)} onOpen={(kind) => setOpen({ kind, row })} />,
  }
  const removed = open?.kind === 'remove' ? open.row : null
  return (
    <Stack>
      {rows.length === 0 && empty ? (
        empty
      ) : (
        <DataTable name={name} columns={[...columns, actions]} rows={rows} rowKey={dayOf} />
      )}
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'new' })}>
          {addLabel}
        </Button>
      </Group>
      {open !== null && open.kind !== 'remove' && dialog(open.kind === 'edit' ? open.row : null, close)}
      <ConfirmDialog
        isOpen={removed !== null}
        title={removal.title}
        action={removal.action}
        isSending={remove.isPending}
        onConfirm={() => removed !== null && remove.mutate({ day: dayOf(removed) })}
        onClose={close}
      >
        {removed !== null && removal.textOf(removed)}
      </ConfirmDialog>
    </Stack>
  )
}
