import { Button, Switch, Text } from '@mantine/core'
import {
  type AdminSymbol,
  deleteSymbol,
  listAdminSymbols,
  switchSymbol,
} from '@trading-bot/contract/rest/trading/symbols'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { formatDate } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

export function SymbolsTable({ symbols }: { symbols: readonly AdminSymbol[] }) {
  const [toDelete, setToDelete] = useState<AdminSymbol | null>(null)
  const remove = useCall(deleteSymbol, {
    refresh: [listAdminSymbols],
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to delete symbol'),
    onDone: ({ message }) => {
      setToDelete(null)
      notify('success', message)
    },
  })
  const columns: readonly Column<AdminSymbol>[] = [
    {
      title: 'Symbol',
      cell: ({ symbol, name }) => (
        <div>
          <Text size="sm" fw={600}>
            {symbol}
          </Text>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </div>
      ),
    },
    { title: 'Token', isFigure: true, cell: ({ token }) => token },
    { title: 'Tick', isFigure: true, cell: ({ tick_size }) => formatRupees(tick_size) },
    { title: 'Lot', isFigure: true, cell: ({ lot_size }) => lot_size },
    { title: 'Closes', cell: closingMethod },
    { title: 'Added', isWhole: true, cell: ({ created_at }) => formatDate(created_at) },
    { title: 'Active', cell: (symbol) => <ActiveSwitch symbol={symbol} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: (symbol) => (
        <Button size="xs" variant="default" aria-label={`Delete ${symbol.symbol}`} onClick={() => setToDelete(symbol)}>
          Delete
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable name="Trading symbols" columns={columns} rows={symbols} rowKey={({ id }) => id} />
      <ConfirmDialog
        isOpen={toDelete !== null}
        title={`Delete ${toDelete?.symbol ?? ''}?`}
        action="Delete symbol"
        isSending={remove.isPending}
        onConfirm={() => toDelete && remove.mutate({ id: toDelete.id })}
        onClose={() => setToDelete(null)}
      >
        It can no longer be chosen for bots and plans. It comes back with the next upload that names it.
      </ConfirmDialog>
    </>
  )
}

/** How the symbol closes, according to the newest instrument master. */
function closingMethod({ closes_by_auction: isInAuction }: AdminSymbol) {
  if (isInAuction === null) return 'Not listed'
  return isInAuction ? 'By auction' : 'At the close'
}

function ActiveSwitch({ symbol: { id, symbol, is_active } }: { symbol: AdminSymbol }) {
  const change = useCall(switchSymbol, {
    refresh: [listAdminSymbols],
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to update symbol status'),
    onDone: ({ message }) => notify('success', message),
  })
  return (
    <Switch
      checked={is_active}
      disabled={change.isPending}
      aria-label={`${symbol} is active`}
      onChange={() => change.mutate({ id, is_active: !is_active })}
    />
  )
}
