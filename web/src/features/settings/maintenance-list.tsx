import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  deleteMaintenance,
  listMaintenance,
  type MaintenanceWindow,
  readNotice,
} from '@trading-bot/contract/rest/operations/maintenance'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { MaintenanceDialog } from './maintenance-dialog.tsx'

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly row: MaintenanceWindow } | null

export function MaintenanceList() {
  const windows = useQuery(queryOf(listMaintenance, {}))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = useCall(deleteMaintenance, {
    refresh: [listMaintenance, readNotice],
    onDone: () => {
      close()
      notify('success', 'Maintenance window removed.')
    },
  })
  const announce = (
    <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'new' })}>
      Announce maintenance
    </Button>
  )
  return (
    <>
      <Loaded
        query={windows}
        skeleton={<Skeleton h={96} />}
        empty={
          <EmptyState title="No maintenance planned" action={announce}>
            An announced window shows on every screen ahead of time, and while it lasts.
          </EmptyState>
        }
      >
        {(rows) => (
          <Stack gap="lg">
            {rows.map((row) => (
              <WindowRow key={row.id} row={row} onOpen={(kind) => setOpen({ kind, row })} />
            ))}
            <Group>{announce}</Group>
          </Stack>
        )}
      </Loaded>
      {open !== null && open.kind !== 'delete' && (
        <MaintenanceDialog row={open.kind === 'edit' ? open.row : null} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        title="Remove this window?"
        action="Remove window"
        isSending={remove.isPending}
        onConfirm={() => open?.kind === 'delete' && remove.mutate({ id: open.row.id })}
        onClose={close}
      >
        Nobody reads of it any more. The audit keeps that it was announced.
      </ConfirmDialog>
    </>
  )
}

type RowProps = { row: MaintenanceWindow; onOpen: (kind: 'edit' | 'delete') => void }

function WindowRow({ row, onOpen }: RowProps) {
  return (
    <Group component="article" justify="space-between" align="flex-start" aria-label={row.title}>
      <Stack gap={2} flex={1} miw={200}>
        <Group gap="xs">
          <Text fw={600}>{row.title}</Text>
          <StatusBadge status={row.phase} />
        </Group>
        <Text size="sm" c="dimmed">
          {formatDateTime(row.starts_at)} to {formatDateTime(row.ends_at)}
        </Text>
        {row.message !== '' && <Text size="sm">{row.message}</Text>}
      </Stack>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onOpen('edit')}>
          Edit
        </Button>
        <Button size="xs" variant="default" onClick={() => onOpen('delete')}>
          Remove
        </Button>
      </Group>
    </Group>
  )
}
