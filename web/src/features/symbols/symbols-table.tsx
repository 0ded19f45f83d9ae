import { Button, Checkbox, Group, Switch, Text } from '@mantine/core'
import {
  type AdminSymbol,
  deleteSymbol,
  listAdminSymbols,
  switchSymbol,
} from '@trading-bot/contract/rest/trading/symbols'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { ChangeTokenDialog } from './change-token-dialog.tsx'
import { ChosenSymbols } from './chosen-symbols.tsx'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { formatDate } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

export function SymbolsTable({ symbols }: { symbols: readonly AdminSymbol[] }) {
  const [toDelete, setToDelete] = useState<AdminSymbol | null>(null)
  const [retokened, setRetokened] = useState<AdminSymbol | null>(null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = symbols.filter(({ id }) => chosenIds.has(id))
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosenIds(isChosen ? new Set([...chosenIds, ...ids]) : new Set([...chosenIds].filter((id) => !ids.includes(id))))
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
      cell: ({ id, symbol, name }) => (
        <Group gap="sm" wrap="nowrap">
          <Checkbox
            aria-label={`Choose ${symbol}`}
            checked={chosenIds.has(id)}
            onChange={(event) => choose([id], event.currentTarget.checked)}
          />
          <div>
            <Text size="sm" fw={600}>
              {symbol}
            </Text>
            <Text size="xs" c="dimmed">
              {name}
            </Text>
          </div>
        </Group>
      ),
    },
    { title: 'Token', isFigure: true, cell: ({ token }) => token },
    { title: 'Running bots', isFigure: true, cell: ({ running_bots }) => running_bots },
    { title: 'Tick', isFigure: true, cell: ({ tick_size }) => formatRupees(tick_size) },
    { title: 'Lot', isFigure: true, cell: ({ lot_size }) => lot_size },
    { title: 'Closes', cell: closingMethod },
    { title: 'Added', isWhole: true, cell: ({ created_at }) => formatDate(created_at) },
    { title: 'Active', cell: (symbol) => <ActiveSwitch symbol={symbol} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: (symbol) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={`Change the token of ${symbol.symbol}`}
            onClick={() => setRetokened(symbol)}
          >
            Token
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Delete ${symbol.symbol}`}
            onClick={() => setToDelete(symbol)}
          >
            Delete
          </Button>
        </Group>
      ),
    },
  ]
  return (
    <>
      <ChosenSymbols
        chosen={chosen}
        isWhole={chosen.length === symbols.length}
        onAll={(isChosen) =>
          choose(
            symbols.map(({ id }) => id),
            isChosen,
          )
        }
        onDone={() => setChosenIds(new Set())}
      />
      <DataTable name="Trading symbols" columns={columns} rows={symbols} rowKey={({ id }) => id} />
      {retokened && <ChangeTokenDialog symbol={retokened} onClose={() => setRetokened(null)} />}
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
