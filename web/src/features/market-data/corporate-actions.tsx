import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type CorporateActionView,
  deleteCorporateAction,
  listCorporateActions,
  readCoverage,
} from '@trading-bot/contract/rest/trading/market-data'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ImportActionsDialog } from './import-actions-dialog.tsx'

type Open = 'add' | 'import' | CorporateActionView | null

/** Splits, bonuses and the like, added by hand or from a list. */
export function CorporateActions() {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const actions = useQuery(queryOf(listCorporateActions, {}))
  const remove = useCall(deleteCorporateAction, {
    refresh: [listCorporateActions, readCoverage],
    onDone: ({ message }) => {
      notify('success', message)
      close()
    },
  })
  const removed = open !== null && typeof open === 'object' ? open : null
  const columns: readonly Column<CorporateActionView>[] = [
    { title: 'Symbol', cell: ({ symbol }) => symbol },
    { title: 'Ex-day', isWhole: true, cell: ({ ex_day }) => ex_day },
    { title: 'What happened', cell: ({ kind }) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` },
    { title: 'Prices before it', isFigure: true, cell: ({ factor }) => `× ${factor}` },
    { title: 'Note', isNote: true, cell: ({ note }) => note },
    {
      title: 'Actions',
      isActions: true,
      cell: (action) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Remove ${action.kind} of ${action.symbol}`}
          onClick={() => setOpen(action)}
        >
          Remove
        </Button>
      ),
    },
  ]
  return (
    <Stack>
      <Loaded
        query={actions}
        skeleton={<Skeleton h={120} />}
        empty={
          <EmptyState title="No corporate actions yet">
            Without them a split looks like a crash to a strategy. Days with an unexplained jump are marked suspect.
          </EmptyState>
        }
      >
        {(rows) => <DataTable name="Corporate actions" columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </Loaded>
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen('add')}>
          Add action
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen('import')}>
          Import list
        </Button>
      </Group>
      {open === 'add' && <ActionDialog onClose={close} />}
      {open === 'import' && <ImportActionsDialog onClose={close} />}
      <ConfirmDialog
        isOpen={removed !== null}
        title="Remove this corporate action?"
        action="Remove action"
        isSending={remove.isPending}
        onConfirm={() => removed !== null && remove.mutate({ id: removed.id })}
        onClose={close}
      >
        {removed && `Prices of ${removed.symbol} before ${removed.ex_day} are then read as they traded.`}
      </ConfirmDialog>
    </Stack>
  )
}
